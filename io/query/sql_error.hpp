// Messages about statements that SQLite refuses.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/error.hpp"
#include "io/query/sql_database.hpp"
#include "io/query/sql_table.hpp"

namespace icsweep {

/// The message for a statement that the connection has just refused. For an unknown column it names the nearest one of
/// the statement's tables, for an unknown table the nearest table.
std::string sql_error(sqlite3* db, const std::string& sql, const std::vector<SqlRegistration>& tables);

/// The error of a text that is not one condition, or one value, over the columns of a task's experiments, one row at a
/// time: aggregates are none. It is one both alone and in parentheses, so that it cannot close the parentheses around
/// it.
std::optional<Error> fault_of(const SqlDatabase& database, const std::string& task, const std::string& text);

}  // namespace icsweep
