#include "tasks/claims/covariates/shifted_optimum.hpp"

namespace icsweep {

ShiftedOptimum shifted_optimum(const ShiftedModel& model) {
  const double d = model.dim, variance = model.noise * model.noise;
  const int last = model.examples + 1;
  const auto first = [&](int t) { return model.factor(t) * (t - 1) * d; };
  const auto second = [&](int t) {
    const double n = t - 1, own = model.own == OwnToken::printed && n > 0 ? d * (d + 2) * (d + variance) : 0;
    return model.factor(t) * model.factor(t) * (d * n * (n + d + 1 + variance) + own);
  };
  double firsts = 0, seconds = 0;
  for (int t = 1; t <= last; ++t) {
    firsts += first(t);
    seconds += second(t);
  }
  const double step = firsts / seconds;
  return {step, d - 2 * step * first(last) + step * step * second(last), d - step * firsts / last};
}

ShiftedSample shifted_sample(const ShiftedModel& model, double step, const Eigen::VectorXd& w, const Eigen::MatrixXd& x,
                             const Eigen::VectorXd& y) {
  ShiftedSample sample{Eigen::MatrixXd::Zero(model.dim, model.dim), 0, 0};
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(model.dim);  // Σ_{j<t} y_j x_j
  for (int t = 1; t <= x.rows(); ++t) {
    const Eigen::VectorXd query = x.row(t - 1);
    Eigen::VectorXd seen = model.factor(t) * sum;
    if (model.own == OwnToken::printed && t > 1) seen += model.factor(t) * y[t - 2] * query;
    const double error = step * query.dot(seen) - w.dot(query);
    sample.derivative += error * query * seen.transpose();
    sample.last_index = error * error;
    sample.mean += error * error / double(x.rows());
    sum += y[t - 1] * query;
  }
  return sample;
}

}  // namespace icsweep
