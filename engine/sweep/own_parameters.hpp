// Parameters of the code of a grid besides those of its task, from the values in the sweep.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/sweep_file/sweep.hpp"

namespace icsweep {

class OwnParameters {
 public:
  /// Takes the axes and derivations whose names start with `prefix`, and removes it. An integer beside a real becomes a
  /// real. A parameter that is drawn between bounds, or derived, is real. Parameters that the code got later have the
  /// value of the results without them as default. Throws Error(config) "FILE:LINE: …" if one parameter has numbers and
  /// texts.
  OwnParameters(const Grid& grid, const std::string& prefix);
  /// Adds the values of another grid with the same code. Throws Error(config) if it names other parameters.
  void join(const OwnParameters& other);

  /// Parameters in the order written. A parameter named "seed" repeats its experiment.
  std::vector<Parameter> parameters() const;

 private:
  struct Own {
    std::string name;
    ValueType type;
    Place place;
    std::optional<Value> added{};  // value of results without it
  };
  void add(const std::string& name, const Axis& axis);
  void add_later(const std::string& name, const Value& value, const Place& place);
  const Own* find(const std::string& name) const;
  Own* find(const std::string& name) { return const_cast<Own*>(std::as_const(*this).find(name)); }
  static void widen(Own& own, ValueType type, const Place& place);

  Place place_;
  std::vector<Own> all_;
};

}  // namespace icsweep
