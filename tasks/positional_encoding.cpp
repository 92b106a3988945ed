#include "tasks/positional_encoding.hpp"

#include <cmath>
#include <numbers>

namespace icsweep {

Eigen::VectorXd even_moments(const Sequences& sequences, int lags, const Pause& pause) {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(lags);
  for (int i = 0; i < sequences.count; ++i) {
    pause_at(i, pause);
    for (int k = 0; k < lags; ++k) sum[k] += sequences.sequence(i)[2 * k * sequences.dim];  // the real part
  }
  return sum / sequences.count;
}

PositionalLoss::PositionalLoss(const Eigen::VectorXd& moments) : moments_(moments) {
  const int T = length();
  toeplitz_ = Eigen::MatrixXd::NullaryExpr(T, T, [&](int k, int l) { return moments[std::abs(k - l)]; });
  mask_ = Eigen::MatrixXd::NullaryExpr(T - 1, T, [](int r, int k) { return k <= r + 1 ? 1.0 : 0.0; });
}

double PositionalLoss::evaluate(const Eigen::MatrixXd& w, Eigen::MatrixXd& gradient) const {
  gradient.noalias() = w * toeplitz_;
  gradient.rowwise() -= moments_.transpose();  // Mw − m
  const double sum = w.cwiseProduct(gradient).sum() - (w * moments_).sum();
  gradient = 2.0 / double(w.rows()) * gradient.cwiseProduct(mask_);
  return 1 + sum / double(w.rows());
}

Eigen::MatrixXd positions_of(const Eigen::MatrixXd& w, bool last) {
  const int T = int(w.cols());
  Eigen::MatrixXd p = Eigen::MatrixXd::Zero(T, T);
  for (int r = 0; r < T - 1; ++r)
    for (int k = last ? 0 : 1; k <= r + 1; ++k) p(r, r + 1 - k) = w(r, k);
  return p;
}

double diagonal_invariance(const Eigen::MatrixXd& p, int first) {
  const int T = int(p.rows());
  double sum = 0, squares = 0, within = 0;  // within: squares left after each diagonal's mean is taken off
  int count = 0;
  for (int lag = 0; lag < T - 1; ++lag) {
    double diagonal_sum = 0, diagonal_squares = 0;
    int size = 0;
    for (int r = std::max(first, lag); r < T - 1; ++r, ++size) {
      diagonal_sum += p(r, r - lag);
      diagonal_squares += p(r, r - lag) * p(r, r - lag);
    }
    within += diagonal_squares - diagonal_sum * diagonal_sum / size;
    sum += diagonal_sum;
    squares += diagonal_squares;
    count += size;
  }
  return 1 - within / (squares - sum * sum / count);
}

int zero_crossings(const Eigen::VectorXd& row) {
  int count = 0;
  for (int t = 1; t < row.size(); ++t) count += (row[t - 1] < 0) != (row[t] < 0);
  return count;
}

Eigen::MatrixXd restricted_hessian(int length, double mu) {
  return Eigen::MatrixXd::NullaryExpr(length, length, [mu](int t, int other) {
    const double lag = 4 * std::numbers::pi * (other - t) / mu;
    return lag == 0 ? 1.0 : std::sin(lag) / lag;
  });
}

Eigen::MatrixXd cosine_gram(int length, int width) {
  Eigen::VectorXd of_lag = Eigen::VectorXd::Zero(length);  // Σ_k cos(lag ω_k)
  for (int k = 0; k < width / 2; ++k) {
    const double frequency = std::pow(10000.0, -2.0 * k / width);
    for (int lag = 0; lag < length; ++lag) of_lag[lag] += std::cos(lag * frequency);
  }
  return Eigen::MatrixXd::NullaryExpr(length, length, [&](int t, int other) { return of_lag[std::abs(t - other)]; });
}

}  // namespace icsweep
