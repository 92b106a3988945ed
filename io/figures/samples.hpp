// Series and matrices from experiments: means over seeds with their 95 % intervals, or medians with quartiles. Points
// of fewer than least_interval_seeds seeds have no interval but the values of their seeds.
#pragma once

#include "io/figures/choice.hpp"
#include "io/figures/plot.hpp"

namespace icsweep {

/// The experiments of a series, as SQL over a task's table and, if joined, its curves.
struct Source {
  const Chosen& chosen;
  std::string condition = "1";  ///< in addition to the condition of `chosen`
  bool quartiles = false;       ///< median and quartiles over seeds instead of mean and interval
};

/// SQL for a value; NULL if it is infinite.
std::string finite(const std::string& value);

/// Number of a source's experiments without a finite value. The value is a scalar, or from a curve that `joins` adds.
std::size_t valueless(const SqlDatabase& database, const Source& source, const std::string& value,
                      const std::string& joins = "");

/// The same for a curve.
std::size_t curve_valueless(const SqlDatabase& database, const Source& source, const std::string& curve);

/// Adds a note to caption and terminal if experiments without a finite result are left out.
void leave_out(Plot& plot, std::size_t experiments, const std::string& result);

/// The same if a logarithmic axis cannot show their value, a scalar, since it is not above 0.
void leave_out_of_log(Plot& plot, const SqlDatabase& database, const Source& source, const std::string& value,
                      const std::string& name);

/// y against x, both columns of the task: the mean over seeds at each x, with its 95 % interval (Student's t) or the
/// values of the seeds.
Series scalar_series(const SqlDatabase& database, const Source& source, const std::string& x, const std::string& y);

/// A curve against its dimension, e.g. position_mse against position.
Series curve_series(const SqlDatabase& database, const Source& source, const std::string& curve,
                    const std::string& dimension);

/// A curve against another curve over the same dimension, e.g. loss against epoch.
Series curve_series(const SqlDatabase& database, const Source& source, const std::string& curve,
                    const std::string& dimension, const std::string& x_curve);

/// The index of the first experiment by `order`, SQL over the task's columns; -1 without experiments.
long first_experiment(const SqlDatabase& database, const Source& source, const std::string& order);

/// A matrix of one experiment; NaN stays NaN.
Matrix matrix_of(const SqlDatabase& database, const Chosen& chosen, const std::string& array, const std::string& row,
                 const std::string& column, long experiment);

/// The used part of a causal model's positional weights: without the last row, and blank from `beyond` entries right of
/// the diagonal.
Matrix used_part(Matrix positions, int beyond);

/// The values of a numeric column in the chosen experiments, ascending.
std::vector<double> values_of(const SqlDatabase& database, const Chosen& chosen, const std::string& column);

}  // namespace icsweep
