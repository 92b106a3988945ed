// The one task of the fuzz targets' world: a parameter of each type, a rule between two of them.
#pragma once

#include "tasks/registry.hpp"

namespace icsweep::fuzz {

const Schema& toy_schema();
/// It alone: no model is built for the fuzzers.
const TaskRegistry& toy_tasks();

}  // namespace icsweep::fuzz
