#include "tasks/claims/universality/sequences.hpp"

#include <cmath>

namespace icsweep {

RecursiveSequence sequence_of(const Config& setting, int n, int length, int instance) {
  RandomStream random(setting.integer("seed"), Purpose::claims, std::uint64_t(n));
  return draw_sequence({.instance = instance, .dim = setting.small_integer("dim")}, length, random);
}

CausalDescent descent_of(const Config& setting, int n, Kernel kernel, int T) {
  return {kernel, sequence_of(setting, n, T + 1).tokens};
}

double kernel_value(Kernel kernel, const Eigen::RowVectorXd& x, const Eigen::RowVectorXd& y) {
  return kernel == Kernel::id ? x.dot(y) : std::exp(x.dot(y));
}

Tokens dual_variables(Kernel kernel, const Tokens& tokens) {
  Tokens mu = tokens.bottomRows(tokens.rows() - 1);
  for (int t = 0; t < mu.rows(); ++t) {
    for (int s = 0; s < t; ++s) mu.row(t) -= kernel_value(kernel, tokens.row(s), tokens.row(t)) * mu.row(s);
    mu.row(t) /= kernel_value(kernel, tokens.row(t), tokens.row(t));
  }
  return mu;
}

double power_slope(Eigen::MatrixXd m, const Eigen::MatrixXd& v, double steps, Eigen::Index rows) {
  double log_scale = 0;  // Mⁿ is e^log_scale m
  const auto log_norm = [&] { return log_scale + std::log((m.bottomRows(rows) * v).norm()); };
  for (double n = 1;; n *= 2) {
    const double before = log_norm();
    m = (m * m).eval();
    log_scale = 2 * log_scale + std::log(m.norm());
    m /= m.norm();
    if (n >= steps) return (log_norm() - before) / n;
  }
}

}  // namespace icsweep
