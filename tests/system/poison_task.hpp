// For tests alone: experiments that take their process with them.
#pragma once

#include "tasks/task.hpp"

namespace icsweep {

const Task& poison_task();

}  // namespace icsweep
