// The fuzz targets' only task: a parameter of each type, and a rule between two of them.
#pragma once

#include "tasks/registry.hpp"

namespace icsweep::fuzz {

const Schema& toy_schema();
/// It alone: no model is built for the fuzzers.
const TaskRegistry& toy_tasks();

}  // namespace icsweep::fuzz
