// A parameter that each curve of a figure has at its own best value, as a learning rate.
#pragma once

#include "io/figures/selection.hpp"
#include "io/query/sql_database.hpp"

namespace icsweep {

/// Of each combination of the selection's axes, the value of `tuned.parameter` with the least mean of `tuned.metric`
/// over seeds: SQL that only those experiments meet, "1" where the value does not vary. Values at which an experiment
/// ended without a result rank behind the others. `every`: the condition without status = 'done'.
struct Tuned {
  std::string condition = "1";
  std::string caption{};  ///< "learning_rate of the least mean validation: lagged 0.0003, sca 0.001"
};
Tuned best_values(const SqlDatabase& database, const Selection& selection, const std::string& every);

}  // namespace icsweep
