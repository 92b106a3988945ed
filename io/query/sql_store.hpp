// The tables that a store has for SQL.
#pragma once

#include "io/query/selection.hpp"
#include "io/query/sql_table.hpp"
#include "io/store/store.hpp"

namespace icsweep {

struct SqlTables {
  std::vector<std::unique_ptr<SqlTable>> all;
  std::vector<std::shared_ptr<Counted>> counted;  ///< one a task
};

/// For each task a table TASK of the rows that count (see Counted), TASK_all of all rows, and TASK_COLUMN and
/// TASK_all_COLUMN for each curve and array; then `experiments`, `curves`, `curves_all`, `sweeps` and `launches`. They
/// read from the store, which must outlive them.
SqlTables sql_tables(const Store& store);

/// The fields of a task's table. A result with dimensions has a table of its own.
std::vector<SqlField> task_fields(const Table& table);

}  // namespace icsweep
