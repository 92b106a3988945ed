#include "tasks/regression/error_curve.hpp"

#include "io/base/statistics.hpp"

namespace icsweep {

SquaredErrors squared_errors(const Prompts& prompts, const std::function<Eigen::VectorXd(int)>& predict,
                             const Poll& poll) {
  SquaredErrors errors(prompts.count, prompts.points);
  for (int i = 0; i < prompts.count; ++i) {
    poll_at(i, poll);
    errors.row(i) = (predict(i) - prompts[i].y).cwiseAbs2();
  }
  return errors;
}

ErrorCurve error_curve(const SquaredErrors& errors, std::int64_t seed, const Poll& poll) {
  const int resamples = 1000, count = int(errors.rows());
  Eigen::MatrixXd means(resamples, errors.cols());
  Eigen::RowVectorXd sum(errors.cols());
  for (int r = 0; r < resamples; ++r) {
    poll_at(r, poll);
    RandomStream random(seed, Purpose::bootstrap, std::uint64_t(r));
    sum.setZero();
    for (int i = 0; i < count; ++i) sum += errors.row(Eigen::Index(random.below(std::uint64_t(count))));
    means.row(r) = sum / count;
  }
  ErrorCurve curve;
  for (int t = 0; t < errors.cols(); ++t) {
    const std::vector<double> drawn(means.col(t).begin(), means.col(t).end());
    curve.mean.push_back(errors.col(t).sum() / count);
    curve.low.push_back(quantile(drawn, 0.05));
    curve.high.push_back(quantile(drawn, 0.95));
  }
  return curve;
}

}  // namespace icsweep
