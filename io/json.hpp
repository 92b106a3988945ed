// JSON that other programs wrote, and values of parameters as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string_view>

#include "io/schema.hpp"

namespace icsweep {

/// Whether brackets outside of JSON's texts nest at most `most` deep. Anything may be given, also what is no JSON.
bool nests_at_most(std::string_view json, int most);

/// {"depth": 3, "attention": "linear"}. A real stays a number that reads back exactly.
nlohmann::json to_json(const Values& values);

/// Whether every member that is a whole number in `example` is one here, if present. Converting 1e300 to an int is
/// undefined, and nlohmann's conversion does not check it.
bool has_whole_numbers(const nlohmann::json& json, const nlohmann::json& example);

}  // namespace icsweep
