// For tests alone: experiments with a curve that take time and no processor.
#pragma once

#include "tasks/task.hpp"

namespace icsweep {

const Task& sleeper_task();

}  // namespace icsweep
