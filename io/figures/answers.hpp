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

/// SQL over a task's columns that differs between repetitions of a setting: its seeds; its experiments if it has none.
std::string repetition_of(const SqlDatabase& database, const std::string& task);

}  // namespace icsweep
