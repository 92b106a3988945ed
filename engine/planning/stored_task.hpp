// A task that only a store knows: its columns, without the code that filled them.
#pragma once

#include <memory>

#include "io/store/table.hpp"
#include "tasks/task.hpp"

namespace icsweep {

/// Has the table's parameters and results. Each result has the size of the table, where those of smaller experiments
/// are padded with NaN. Its weights have names if a sampler made the task. Its run() throws Error(config).
std::shared_ptr<const Task> stored_task(const Table& table);

}  // namespace icsweep
