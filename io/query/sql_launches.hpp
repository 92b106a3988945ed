// The store's sweep and launches as tables for SQL.
#pragma once

#include <memory>
#include <vector>

#include "io/query/sql_table.hpp"
#include "io/store/store.hpp"

namespace icsweep {

/// `sweeps`, one row: the sweep that `planned` follows.
std::unique_ptr<SqlTable> sweeps_table(const StoreHeader& header);

/// `launches`, one row a launch; the column `launch` of a task's row names it.
std::unique_ptr<SqlTable> launches_table(const std::vector<LaunchRecord>& launches);

/// `launch_checkpoints`, one row a checkpoint.
std::unique_ptr<SqlTable> checkpoints_table(const std::vector<LaunchRecord>& launches);

}  // namespace icsweep
