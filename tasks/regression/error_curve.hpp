// Squared errors by the number of examples, and how sure their means are.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "tasks/regression/prompts.hpp"

namespace icsweep {

/// Rows are prompts: count×T, column t − 1 for the prediction of y_t, which has seen t − 1 examples.
using SquaredErrors = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// (ŷ_t − y_t)² against the observed label, noise and all. predict(i) gives ŷ: T of prompt i; `pause` is called now and
/// then.
SquaredErrors squared_errors(const Prompts& prompts, const std::function<Eigen::VectorXd(int)>& predict,
                             const Poll& poll = {});

/// By the number of examples 0 … T − 1: mean over the prompts, and where 5 and 95 % of that mean's bootstrap lie.
struct ErrorCurve {
  std::vector<double> mean, low, high;
};

/// Bootstrap: 1000 times as many prompts are drawn with replacement as there are, whole prompts, so that all positions
/// share them; time r from stream (seed, Purpose::bootstrap, r). `low` and `high` are quantiles of the 1000 means. The
/// errors of two predictors on the same prompts meet the same draws. A NaN makes its own position NaN. `pause` is
/// called now and then.
ErrorCurve error_curve(const SquaredErrors& errors, std::int64_t seed, const Poll& poll = {});

}  // namespace icsweep
