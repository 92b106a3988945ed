// Default values of a task's parameters, and suggestions of their names.
#pragma once

#include <string>
#include <vector>

#include "io/schema.hpp"

namespace icsweep {

/// The end of a message about an unknown parameter: the nearest name in these schemas, and how to list all.
std::string parameter_suggestion(const std::string& name, const std::vector<const Schema*>& schemas);

}  // namespace icsweep
