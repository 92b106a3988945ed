// The only task of the fuzz targets. It has a parameter of each type, and a rule between two of them.
#pragma once

#include "tasks/registry.hpp"

namespace icsweep::fuzz {

const Schema& toy_schema();
/// Contains only the toy task, so no model is built for the fuzzers.
const TaskRegistry& toy_tasks();

}  // namespace icsweep::fuzz
