// Checks JSON from outside before it becomes a struct.
#pragma once

#include <nlohmann/json.hpp>

namespace icsweep {

/// Whether every member that is a whole number in `example` is one here, if present. Converting 1e300 to an int is
/// undefined, and nlohmann's conversion does not check it.
inline bool has_whole_numbers(const nlohmann::json& json, const nlohmann::json& example) {
  for (const auto& [name, value] : example.items())
    if (value.is_number_integer() && json.contains(name) && !json.at(name).is_number_integer()) return false;
  return true;
}

}  // namespace icsweep
