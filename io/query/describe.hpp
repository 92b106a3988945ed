// Describes what SQL can ask of a store: its tables, their columns, and a few rows.
#pragma once

#include <iosfwd>

#include "io/query/sql_database.hpp"

namespace icsweep {

/// Prints one task's tables with their columns and types, in 80 columns.
void describe_table(const Table& table, std::ostream& out);

/// The same for every task in the store, each with its first rows, then the tables over all tasks and the aggregates.
void describe_tables(const Store& store, std::ostream& out);

}  // namespace icsweep
