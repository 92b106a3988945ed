// Results of SQL statements as numbers and texts.
#pragma once

#include <string>
#include <vector>

#include "io/query/sql_database.hpp"

namespace icsweep {

/// Rows of numbers. NULL and texts become NaN.
std::vector<std::vector<double>> numbers(const SqlDatabase& database, const std::string& sql);

/// Rows of texts. NULL becomes empty.
std::vector<std::vector<std::string>> texts(const SqlDatabase& database, const std::string& sql);

/// SQL for a column's value as people read it: a real number has `digits` digits, and NULL is "none".
std::string shown_sql(const std::string& column, int digits = 6);

/// SQL that identifies a repetition of a setting: the task's seeds, or its experiments if it has no seed.
std::string repetition_of(const SqlDatabase& database, const std::string& task);

}  // namespace icsweep
