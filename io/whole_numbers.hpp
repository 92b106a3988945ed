// JSON from outside, before it becomes a struct.
#pragma once

#include <nlohmann/json.hpp>

namespace icsweep {

/// Whether each member that is a whole number in `example` is one, if it is there: what becomes of 1e300 as an int is
/// undefined, and nlohmann's conversion does not ask.
inline bool has_whole_numbers(const nlohmann::json& json, const nlohmann::json& example) {
  for (const auto& [name, value] : example.items())
    if (value.is_number_integer() && json.contains(name) && !json.at(name).is_number_integer()) return false;
  return true;
}

}  // namespace icsweep
