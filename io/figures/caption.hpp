// What a caption tells of the experiments that are drawn.
#pragma once

#include "io/figures/selection.hpp"
#include "io/query/sql_database.hpp"

namespace icsweep {

/// "augmented: length 50, epochs 200 to 2000; mean and 95 % interval of 3 seeds; 2 diverged, left out; learnt
/// nothing, above 0.95 of predicting zero: 5". The parameters
/// are those that the selection tells, `names`, and what is not at its standard. `every`: the condition without
/// status = 'done'.
std::string caption_of(const SqlDatabase& database, const Table& table, const Selection& selection,
                       const std::vector<std::string>& names, const std::string& condition, const std::string& every);

/// "2 diverged, 1 failed" of what meets the condition; empty if nothing ended without a result.
std::string failures_text(const SqlDatabase& database, const std::string& task, const std::string& condition);

}  // namespace icsweep
