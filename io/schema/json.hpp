// JSON written by other programs, and parameter values as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string_view>

#include "io/schema/schema.hpp"

namespace icsweep {

/// Most brackets that a list or table as one value may nest.
inline constexpr int deepest_composite = 16;

/// True if brackets outside of strings nest at most `most` deep. Accepts any text, including invalid JSON.
bool nests_at_most(std::string_view json, int most);

/// A list or table is JSON, none is null. Reals read back exactly. Not of Absent.
nlohmann::json value_json(const Value& value);
/// {"depth": 3, "attention": "linear"}, without absent parameters.
nlohmann::json to_json(const Values& values);
/// The same with nested parameters in objects, {"model": {"lr": 0.1}}.
nlohmann::json nested_json(const Values& values, const std::vector<Parameter>& parameters);

/// The value of this type, or None, or a value of the type that the JSON has. Throws nlohmann::json::exception.
Value value_in(const nlohmann::json& json, ValueType type);
Value value_in(const nlohmann::json& json);

/// True if each member that is an integer in `example` is an integer in `json` or missing there. Converting 1e300 to an
/// int is undefined, and nlohmann's conversion does not check it.
bool has_whole_numbers(const nlohmann::json& json, const nlohmann::json& example);

}  // namespace icsweep
