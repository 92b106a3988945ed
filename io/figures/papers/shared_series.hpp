// Series that several figures of the papers share: learning curves, the unit sphere, and paths in it.
#pragma once

#include "io/figures/plot.hpp"
#include "io/figures/samples.hpp"

namespace icsweep {

/// One of the two errors of the paper.
struct Metric {
  const char *curve, *label;
};
inline constexpr Metric last_index{"step_last_index", "last index loss"};
inline constexpr Metric validation{"step_validation", "validation loss"};

/// The parameters of `regression` that captions list.
const std::vector<std::string>& regression_in_caption();

/// A line over training steps; empty if nothing is chosen.
Series learning_curve(const SqlDatabase& database, const Source& source, const Metric& metric);

/// Adds a horizontal dashed line across the steps of a panel's curves, if there are any.
void add_level(Panel& panel, const std::string& label, const std::string& colour, double level);

/// Circles of latitude and longitude, pale, without labels.
std::vector<Series> sphere();

/// One point in space per row: its first three columns.
Series path_of(const Matrix& m);

}  // namespace icsweep
