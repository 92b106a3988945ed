// What the engine asks of a task's parameters.
#pragma once

#include <string>
#include <vector>

#include "io/schema.hpp"

namespace icsweep {

/// Every parameter at its default value.
Config standard_config(const Schema& schema);

/// The nearest name of a parameter of these schemas.
std::string nearest_parameter(const std::string& name, const std::vector<const Schema*>& schemas);

}  // namespace icsweep
