#include "tasks/regression/baselines.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "tasks/algebra/decompositions.hpp"

namespace icsweep {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// k(x_t, x_s): T×T.
Matrix arc_cosine(const Prompt& prompt) {
  const Vector norm = prompt.x.rowwise().norm();
  Matrix k = prompt.x * prompt.x.transpose();
  for (int t = 0; t < k.rows(); ++t)
    for (int s = 0; s < t; ++s) {
      const double size = norm[t] * norm[s], cosine = size > 0 ? std::clamp(k(t, s) / size, -1.0, 1.0) : 0;
      const double theta = std::acos(cosine), sine = std::sqrt((1 - cosine) * (1 + cosine));
      k(t, s) = k(s, t) = size / std::numbers::pi * (sine + (std::numbers::pi - theta) * cosine);
    }
  return k;
}

}  // namespace

Vector predict_zero(const Prompt& prompt) {
  return Vector::Zero(prompt.y.size());
}

Vector predict_averaging(const Prompt& prompt) {
  Vector sum = Vector::Zero(prompt.x.cols()), predicted = predict_zero(prompt);
  for (int t = 1; t < predicted.size(); ++t) {
    sum += prompt.y[t - 1] * prompt.x.row(t - 1).transpose();
    predicted[t] = prompt.x.row(t).dot(sum) / t;
  }
  return predicted;
}

Vector predict_nearest(const Prompt& prompt, int neighbours) {
  Vector predicted = predict_zero(prompt), distance;
  std::vector<int> order;
  for (int t = 1; t < predicted.size(); ++t) {
    distance = (prompt.x.topRows(t).rowwise() - prompt.x.row(t)).rowwise().squaredNorm();
    const int k = std::min(neighbours, t);
    order.resize(std::size_t(t));
    std::iota(order.begin(), order.end(), 0);
    std::partial_sort(order.begin(), order.begin() + k, order.end(),
                      [&](int a, int b) { return distance[a] < distance[b]; });
    for (int i = 0; i < k; ++i) predicted[t] += prompt.y[order[std::size_t(i)]] / k;
  }
  return predicted;
}

Vector predict_least_squares(const Prompt& prompt) {
  return predict_ridge(prompt, 0);
}

/// ‖y − Xw‖² + λ‖w‖² = ‖(y, 0) − (X, √λ I)w‖². Factorising this matrix loses accuracy in proportion to X's condition,
/// not to its square.
Vector predict_ridge(const Prompt& prompt, double penalty) {
  const int d = int(prompt.x.cols()), more = penalty > 0 ? d : 0;
  Vector predicted = predict_zero(prompt), target;
  Matrix system;
  for (int t = 1; t < predicted.size(); ++t) {
    system.setZero(t + more, d);
    target.setZero(t + more);
    system.topRows(t) = prompt.x.topRows(t);
    system.bottomRows(more).diagonal().setConstant(std::sqrt(penalty));
    target.head(t) = prompt.y.head(t);
    predicted[t] = prompt.x.row(t).dot(least_squares(system, target));
  }
  return predicted;
}

Vector predict_lasso(const Prompt& prompt, double alpha) {
  const int d = int(prompt.x.cols());
  Matrix gram = Matrix::Zero(d, d);
  Vector moment = Vector::Zero(d), w = moment, predicted = predict_zero(prompt);
  for (int t = 1; t < predicted.size(); ++t) {
    const Vector x = prompt.x.row(t - 1);
    gram.noalias() += x * x.transpose();
    moment += prompt.y[t - 1] * x;
    w = lasso(gram / t, moment / t, alpha, std::move(w));
    predicted[t] = prompt.x.row(t).dot(w);
  }
  return predicted;
}

/// With K = LLᵀ and Lz = y, the mean of y_t given y_1 … y_{t−1} is Σ_{s<t} L_ts z_s. So one factorisation serves every
/// t.
Vector predict_gaussian_process(const Prompt& prompt, double noise) {
  Matrix k = arc_cosine(prompt);
  k.diagonal() *= 1 + 1e-10;
  k.diagonal().array() += noise * noise;
  const Matrix l = cholesky_factor(k);
  const Vector z = l.triangularView<Eigen::Lower>().solve(prompt.y);
  return l.triangularView<Eigen::StrictlyLower>() * z;
}

}  // namespace icsweep
