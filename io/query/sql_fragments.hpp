// Parts of statements that a user writes.
#pragma once

#include <optional>
#include <string>

#include "io/error.hpp"
#include "io/query/sql_database.hpp"

namespace icsweep {

/// The error of a text that is not one condition, or one value, over the columns of a task's experiments, one row at a
/// time: aggregates are none. It is one both alone and in parentheses, so that it cannot close the parentheses around
/// it.
std::optional<Error> fault_of(const SqlDatabase& database, const std::string& task, const std::string& text);

}  // namespace icsweep
