// Names in a question to `icsweep top`: metrics and parameters.
#pragma once

#include <string>
#include <vector>

#include "io/query/selection.hpp"
#include "io/query/sql_database.hpp"

namespace icsweep {

/// Throws Error(config), with the nearest name, for a metric that is no scalar result, and for an unknown or repeated
/// parameter of --by.
void expect_top_names(const Table& table, const std::vector<std::string>& metrics, const std::vector<std::string>& by);

/// The parameters that distinguish settings besides `by`: those that vary, without seeds.
std::vector<std::string> other_parameters(const SqlDatabase& database, const Table& table,
                                          const std::vector<std::string>& by, Counting counting);

}  // namespace icsweep
