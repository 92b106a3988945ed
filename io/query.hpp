// SQL over a store, through SQLite in memory: no statement can change the store.
#pragma once

#include <iosfwd>
#include <string>

#include "io/hdf5_store.hpp"

namespace icsweep {

enum class QueryFormat { table, csv, json };

/// Runs one SQL statement and prints its rows. Each task is a table of its scalar columns, status as text, experiment =
/// row number. Each curve or array C of task K is a table K_C(experiment, its dimensions, value), loaded when the
/// statement names it. Aggregates beside SQLite's own: median(x), stddev(x). Throws Error(config) with SQLite's
/// message.
void run_query(const StoreReader& store, const std::string& sql, QueryFormat format, std::ostream& out);

/// Prints the tables of one task that a statement can name, with their columns and types.
void describe_table(const Table& table, std::ostream& out);

/// The same for every task in the store.
void describe_tables(const StoreReader& store, std::ostream& out);

}  // namespace icsweep
