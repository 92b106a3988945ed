// Squared errors by the number of examples, with intervals for their means.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "tasks/regression/prompts.hpp"

namespace icsweep {

/// Rows are prompts: count×T, column t − 1 for the prediction of y_t, which uses t − 1 examples.
using SquaredErrors = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// (ŷ_t − y_t)² against the observed label, noise included. predict(i) returns ŷ: T of prompt i. `poll` is called from
/// time to time.
SquaredErrors squared_errors(const Prompts& prompts, const std::function<Eigen::VectorXd(int)>& predict,
                             const Poll& poll = {});

/// Errors by the number of examples 0 … T − 1: mean over the prompts, and the 5 and 95 % quantiles of the mean's
/// bootstrap.
struct ErrorCurve {
  std::vector<double> mean, low, high;
};

/// Error curve by bootstrap. Draws 1000 samples of the size of the set, with replacement. Whole prompts are drawn, so
/// all positions share them; sample r comes from stream (seed, Purpose::bootstrap, r). `low` and `high` are quantiles
/// of the 1000 means. Two predictors on the same prompts get the same draws. A NaN makes its own position NaN. `poll`
/// is called from time to time.
ErrorCurve error_curve(const SquaredErrors& errors, std::int64_t seed, const Poll& poll = {});

}  // namespace icsweep
