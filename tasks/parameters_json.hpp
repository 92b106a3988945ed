// Parameters of code as JSON, for definitions that ranks tell each other.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "io/schema.hpp"

namespace icsweep {

/// Name, default value and whether it is a seed; code's parameters have nothing else.
nlohmann::json to_json(const std::vector<Parameter>& parameters);
/// Throws nlohmann::json::exception for another form.
std::vector<Parameter> parameters_in(const nlohmann::json& json);

}  // namespace icsweep
