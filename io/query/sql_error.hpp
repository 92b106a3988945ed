// What is wrong with a statement, where, and what name was perhaps meant.
#pragma once

#include <string>
#include <vector>

#include "io/query/sql_module.hpp"

namespace icsweep {

/// The message for a statement that the connection has just refused. For an unknown column it names the nearest one of
/// the statement's tables, for an unknown table the nearest table.
std::string sql_error(sqlite3* db, const std::string& sql, const std::vector<SqlRegistration>& tables);

}  // namespace icsweep
