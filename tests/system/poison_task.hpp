// A task for tests only. Its experiments kill their process.
#pragma once

#include "tasks/task.hpp"

namespace icsweep {

const Task& poison_task();

}  // namespace icsweep
