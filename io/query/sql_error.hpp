// What is wrong with a statement, where, and what was perhaps meant.
#pragma once

#include <string>
#include <vector>

#include "io/query/sql_module.hpp"

namespace icsweep {

/// The text for the statement that the connection has just refused. Of an unknown column the nearest one is named of
/// the tables that the statement names, of an unknown table the nearest table.
std::string sql_error(sqlite3* db, const std::string& sql, const std::vector<SqlRegistration>& tables);

}  // namespace icsweep
