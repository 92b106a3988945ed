// A task that only a store has: its columns, without the code that filled them.
#pragma once

#include <memory>

#include "io/store/table.hpp"
#include "tasks/task.hpp"

namespace icsweep {

/// Makes a task with the parameters and results of the table. Each result has the size of the table; smaller
/// experiments are padded with NaN. Its weights have names if a sampler made the task. Its run() throws Error(config).
std::shared_ptr<const Task> stored_task(const Table& table);

}  // namespace icsweep
