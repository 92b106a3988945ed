// The text that a caption tells of the drawn experiments.
#pragma once

#include "io/figures/selection.hpp"
#include "io/query/sql_database.hpp"

namespace icsweep {

/// "augmented: length 50, epochs 200 to 2000; mean and 95 % interval of 3 seeds; 2 diverged, left out; learnt nothing,
/// above 0.95 of predicting zero: 5". Its parameters are the selection's `told`, `names`, and those with another value
/// than the default. `every`: the condition without status = 'done'.
std::string caption_of(const SqlDatabase& database, const Table& table, const Selection& selection,
                       const std::vector<std::string>& names, const std::string& condition, const std::string& every);

/// "2 diverged, 1 failed" of the experiments that meet the condition; empty if all that ended are done.
std::string failures_text(const SqlDatabase& database, const std::string& task, const std::string& condition);

}  // namespace icsweep
