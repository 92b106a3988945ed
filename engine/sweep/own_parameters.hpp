// Parameters of the code of a grid besides those of its task, from the values in the sweep.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "io/sweep_file/sweep.hpp"

namespace icsweep {

class OwnParameters {
 public:
  /// Takes the axes and derivations whose names start with `prefix`, and removes it. An integer beside a real becomes a
  /// real, and the text "none" beside values that are no texts is null. A parameter that is drawn between bounds, or
  /// derived, is real. Parameters that the code got later have the value of the results without them as default. Throws
  /// Error(config) "FILE:LINE: …" if the values of one parameter have no common type.
  OwnParameters(const Grid& grid, const std::string& prefix);
  /// Adds the values of another grid with the same code. What only some grids name is optional. Throws Error(config)
  /// for values without a common type, and for names of two grids that look like two spellings of one.
  void join(const OwnParameters& other);

  /// Parameters in the order written. A parameter named "seed" repeats its experiment.
  std::vector<Parameter> parameters() const;

 private:
  struct Own {
    std::string name, path;
    std::optional<ValueType> type;  // of its values but "none"
    Place place;
    bool has_none = false, is_optional = false;
    std::optional<Value> added{};  // value of results without it
  };
  /// Names of one grid.
  struct Named {
    Place place;
    std::set<std::string> names;
  };
  void add(const std::string& name, const Axis& axis);
  void add_later(const std::string& name, const Value& value, const Place& place);
  const Own* find(const std::string& name) const;
  Own* find(const std::string& name) { return const_cast<Own*>(std::as_const(*this).find(name)); }
  static void widen(Own& own, ValueType type, const Place& place);
  void join(const Own& other);
  void expect_no_misspelling(const Named& grid) const;

  std::vector<Named> grids_;
  std::vector<Own> all_;
};

}  // namespace icsweep
