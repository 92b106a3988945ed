// The tables that a store has for SQL.
#pragma once

#include "io/hdf5_store.hpp"
#include "io/sql_table.hpp"

namespace icsweep {

/// Each task's table, then a table TASK_COLUMN for each of its curves and arrays; at last `experiments`, `curves` and
/// `sweeps`. They read from the store, which must outlive them.
std::vector<std::unique_ptr<SqlTable>> sql_tables(const StoreReader& store);

/// The fields of a task's table. A result with dimensions has a table of its own.
std::vector<SqlField> task_fields(const Table& table);

}  // namespace icsweep
