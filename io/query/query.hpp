// Runs SQL on a store.
#pragma once

#include <iosfwd>
#include <string>

#include "io/query/row_printer.hpp"
#include "io/query/sql_database.hpp"

namespace icsweep {

/// Runs one SQL statement and prints its rows, or the heading alone if there are none. Each task is a table of its
/// scalar columns, with status as text and experiment = row number. Each curve or array C of task K is a table
/// K_C(experiment, its dimensions, value). `experiments` and `curves` hold all tasks, `sweeps` and `launches` the
/// store's header. Aggregates beside SQLite's own: see sql_aggregates.hpp. Throws Error(config) with SQLite's message
/// and its place.
void run_query(const SqlDatabase& database, const std::string& sql, QueryFormat format, std::ostream& out);

}  // namespace icsweep
