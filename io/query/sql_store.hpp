// The tables that a store has for SQL.
#pragma once

#include "io/query/sql_counted.hpp"
#include "io/query/sql_table.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {

struct SqlTables {
  std::vector<std::unique_ptr<SqlTable>> all;
  std::vector<std::shared_ptr<Counted>> counted;  ///< a task each
};

/// Each task's table TASK of what counts (see Counted) and TASK_all of everything, then tables TASK_COLUMN and
/// TASK_all_COLUMN for each of its curves and arrays; at last `experiments`, `curves`, `curves_all`, `sweeps` and
/// `launches`. They read from the store, which must outlive them.
SqlTables sql_tables(const StoreReader& store);

/// The fields of a task's table. A result with dimensions has a table of its own.
std::vector<SqlField> task_fields(const Table& table);

}  // namespace icsweep
