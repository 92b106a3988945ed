// The fuzz targets' only task: a parameter of each type, and a rule between two of them.
#pragma once

#include "tasks/task.hpp"

namespace icsweep::fuzz {

const Schema& toy_schema();

}  // namespace icsweep::fuzz
