// Values of parameters as a JSON object.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "io/schema.hpp"

namespace icsweep {

/// {"depth": 3, "attention": "linear"}. A real stays a number that reads back exactly.
nlohmann::json to_json(const Values& values);

}  // namespace icsweep
