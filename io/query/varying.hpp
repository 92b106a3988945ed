// The parameters of a task that a store varies.
#pragma once

#include "io/query/sql_database.hpp"

namespace icsweep {

/// The parameters of a task with more than one value, in the table's order, among the rows that meet an SQL condition
/// ("" for all rows).
std::vector<std::string> varying_parameters(const SqlDatabase& database, const Table& table,
                                            const std::string& condition);

}  // namespace icsweep
