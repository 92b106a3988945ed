// Runs SQL on a store, and describes the tables and columns that SQL can read.
#pragma once

#include <iosfwd>
#include <string>

#include "io/query/row_printer.hpp"
#include "io/query/sql_database.hpp"

namespace icsweep {

/// Runs one SQL statement and prints its rows, or only the heading if there are no rows. Each task is a table of its
/// scalar columns, with status as text and experiment = row number. Each curve or array C of task K is a table
/// K_C(experiment, its dimensions, value). `experiments` and `curves` contain all tasks; `sweeps` and `launches`
/// contain the store's header. sql_aggregates.hpp lists the additional aggregates. Throws Error(config) with SQLite's
/// message and the place in the statement.
void run_query(const SqlDatabase& database, const std::string& sql, QueryFormat format, std::ostream& out);

/// Prints one task's tables with their columns and types, 80 columns wide.
void describe_table(const Table& table, std::ostream& out);

/// Prints the same for every task in the store, each with its first rows, then the tables over all tasks and the
/// aggregates.
void describe_tables(const Store& store, std::ostream& out);

/// The result that answers use unless a user names one: test_mse if the task has it, else its first scalar result, or
/// an empty text.
std::string main_result(const Table& table);

/// SQL of an aggregate: true if the column has several values. NULL, where a parameter is absent, is one of them.
std::string has_several(const std::string& column);

/// The parameters of a task with several values among the rows that meet an SQL condition ("" for all rows), in
/// the table's order.
std::vector<std::string> varying_parameters(const SqlDatabase& database, const Table& table,
                                            const std::string& condition);

}  // namespace icsweep
