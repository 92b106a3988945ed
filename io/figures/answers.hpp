// Answers of SQL statements as numbers and texts.
#pragma once

#include <string>
#include <vector>

#include "io/query/sql_database.hpp"

namespace icsweep {

/// Rows of numbers; NULL and texts are NaN.
std::vector<std::vector<double>> numbers(const SqlDatabase& database, const std::string& sql);

/// Rows of texts; NULL is empty.
std::vector<std::vector<std::string>> texts(const SqlDatabase& database, const std::string& sql);

}  // namespace icsweep
