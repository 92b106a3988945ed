// A task's experiments as observations of a metric: settings, the axes in which they differ, a result a seed.
#pragma once

#include "io/importance/observations.hpp"
#include "io/query/selection.hpp"
#include "io/query/sql_database.hpp"

namespace icsweep {

struct Observed {
  Observations observations;
  std::size_t valueless = 0;  ///< experiments left out since the metric is NULL, or infinite
};

/// Reads the experiments that count among those asked for. `metric`: SQL for a number. Factors
/// are the parameters, but seeds, with more than one value; two that always change together are one factor. Levels of
/// numbers ascend, those of texts are in alphabetical order; the order of settings is theirs.
Observed observe(const SqlDatabase& database, const Table& table, const std::string& metric, const Asked& asked);

}  // namespace icsweep
