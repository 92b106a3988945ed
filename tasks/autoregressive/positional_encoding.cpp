#include "tasks/autoregressive/positional_encoding.hpp"

#include <cmath>
#include <numbers>

namespace icsweep {

Eigen::MatrixXd positions_of(const Eigen::MatrixXd& w, bool last) {
  const int T = int(w.cols());
  Eigen::MatrixXd p = Eigen::MatrixXd::Zero(T, T);
  for (int r = 0; r < T - 1; ++r)
    for (int k = last ? 0 : 1; k <= r + 1; ++k) p(r, r + 1 - k) = w(r, k);
  return p;
}

double diagonal_invariance(const Eigen::MatrixXd& p, int first) {
  const int T = int(p.rows());
  double sum = 0, squares = 0, within = 0;  // within: squares about each diagonal's mean
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
