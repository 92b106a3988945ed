// The parameters that a grid's code has besides those of its task, by the values that the sweep gives them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/sweep_file/sweep.hpp"

namespace icsweep {

class OwnParameters {
 public:
  /// Of the axes and derivations whose names begin with `prefix`, which is left out. An integer beside a real is a
  /// real; what is drawn between bounds, or derived, is a real. Throws Error(config) "FILE:LINE: …" if numbers and
  /// texts meet.
  OwnParameters(const Grid& grid, const std::string& prefix);
  /// Takes the values of another grid of the same code too. Throws Error(config) if it names other parameters.
  void join(const OwnParameters& other);

  /// In the order written. A parameter called "seed" repeats its experiment.
  std::vector<Parameter> parameters() const;

 private:
  struct Own {
    std::string name;
    ValueType type;
    Place place;
  };
  void add(const std::string& name, const Axis& axis);
  const Own* find(const std::string& name) const;
  Own* find(const std::string& name) { return const_cast<Own*>(std::as_const(*this).find(name)); }
  static void widen(Own& own, ValueType type, const Place& place);

  Place place_;
  std::vector<Own> all_;
};

}  // namespace icsweep
