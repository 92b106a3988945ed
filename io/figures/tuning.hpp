// A parameter, such as a learning rate, for which each curve of a figure takes its own best value.
#pragma once

#include "io/figures/selection.hpp"
#include "io/query/sql_database.hpp"

namespace icsweep {

/// For each combination of the selection's axes, the value of `tuned.parameter` with the least mean of `tuned.metric`
/// over seeds: an SQL condition for exactly those experiments, "1" if the parameter does not vary. Values at which an
/// experiment ended without a result rank last. `every`: the condition without status = 'done'.
struct Tuned {
  std::string condition = "1";
  std::string caption{};  ///< "learning_rate of the least mean validation: lagged 0.0003, sca 0.001"
};
Tuned best_values(const SqlDatabase& database, const Selection& selection, const std::string& every);

}  // namespace icsweep
