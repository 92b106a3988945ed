// Which parameters of a task a store really varies.
#pragma once

#include "io/query/sql_database.hpp"

namespace icsweep {

/// The parameters of a task with more than one value, in the table's order; of the rows that meet an SQL condition
/// ("" for all).
std::vector<std::string> varying_parameters(const SqlDatabase& database, const Table& table,
                                            const std::string& condition);

}  // namespace icsweep
