// The tables of a store, for SQL.
#pragma once

#include <memory>
#include <vector>

#include "io/query/selection.hpp"
#include "io/query/sql_table.hpp"
#include "io/store/store.hpp"

namespace icsweep {

struct SqlTables {
  std::vector<std::unique_ptr<SqlTable>> all;
  std::vector<std::shared_ptr<Counted>> counted;  ///< one per task
};

/// For each task: TASK with the rows that count (see Counted), TASK_all with all rows, and TASK_COLUMN and
/// TASK_all_COLUMN for each curve and array. Then `experiments`, `curves`, `curves_all`, `sweeps`, `launches`,
/// `launch_checkpoints` and `launch_guests`. The store must outlive them.
SqlTables sql_tables(const Store& store);

/// The fields of a task's table. A result with dimensions is a table of its own.
std::vector<SqlField> task_fields(const Table& table);

/// `sweeps`, one row: the sweep that `planned` follows.
std::unique_ptr<SqlTable> sweeps_table(const StoreHeader& header);

/// `launches`, one row per launch; the column `launch` of a task's row refers to it.
std::unique_ptr<SqlTable> launches_table(const std::vector<LaunchRecord>& launches);

/// `launch_checkpoints`, one row per checkpoint.
std::unique_ptr<SqlTable> checkpoints_table(const std::vector<LaunchRecord>& launches);

/// `launch_guests`, one row per launch that helped another.
std::unique_ptr<SqlTable> guests_table(const std::vector<LaunchRecord>& launches);

}  // namespace icsweep
