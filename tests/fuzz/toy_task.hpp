// The one task of the fuzz targets' world: a parameter of each type, a rule between two of them.
#pragma once

#include "tasks/task.hpp"

namespace icsweep::fuzz {

const Schema& toy_schema();

}  // namespace icsweep::fuzz
