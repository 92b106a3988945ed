// JSON written by other programs, and parameter values as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string_view>

#include "io/schema/schema.hpp"

namespace icsweep {

/// True if brackets outside of strings nest at most `most` deep. Accepts any text, including invalid JSON.
bool nests_at_most(std::string_view json, int most);

/// {"depth": 3, "attention": "linear"}. Reals read back exactly.
nlohmann::json to_json(const Values& values);

/// True if each member that is an integer in `example` is an integer in `json` or missing there. Converting 1e300 to an
/// int is undefined, and nlohmann's conversion does not check it.
bool has_whole_numbers(const nlohmann::json& json, const nlohmann::json& example);

}  // namespace icsweep
