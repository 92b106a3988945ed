// Messages about statements that SQLite refuses.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/base/error.hpp"
#include "io/query/sql_database.hpp"
#include "io/query/sql_table.hpp"

namespace icsweep {

/// The message for a statement that the connection has just refused. Suggests the nearest column of the statement's
/// tables, or the nearest table.
std::string sql_error(sqlite3* db, const std::string& sql, const std::vector<SqlRegistration>& tables);

/// The error of a text that is not one condition, or one value, over single rows of a task's experiments; aggregates
/// are refused. The text must be valid both alone and in parentheses, so that it cannot close the parentheses around
/// it.
std::optional<Error> fault_of(const SqlDatabase& database, const std::string& task, const std::string& text);

}  // namespace icsweep
