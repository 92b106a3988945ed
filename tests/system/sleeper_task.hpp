// A task for tests only. Its experiments have a curve and take time, but no processor.
#pragma once

#include "tasks/task.hpp"

namespace icsweep {

const Task& sleeper_task();

}  // namespace icsweep
