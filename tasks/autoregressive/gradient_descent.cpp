#include "tasks/autoregressive/gradient_descent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tasks/algebra/decompositions.hpp"

namespace icsweep {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using StateMap = Eigen::Map<const Matrix>;

StateMap states_of(const Sequences& s, int i) {
  return StateMap(s.sequence(i), s.dim, s.length);
}

/// Π_k (1 − η_k λ_i)² for a fixed step, summed with weights c_i.
double fixed_step_error(const double* lambda, const double* energy, int dim, int steps, double step) {
  double error = 0;
  for (int i = 0; i < dim; ++i) {
    double rest = 1;
    for (int k = 0; k < steps; ++k) rest *= 1 - step * lambda[i];
    error += energy[i] * rest * rest;
  }
  return error;
}

double line_search_error(const double* lambda, const double* energy, int dim, int steps, std::vector<double>& rest) {
  rest.assign(dim, 1.0);
  for (int k = 0; k < steps; ++k) {
    double slope = 0, curvature = 0;
    for (int i = 0; i < dim; ++i) {
      const double gradient = rest[i] * lambda[i];
      slope += gradient * gradient;
      curvature += gradient * gradient * lambda[i];
    }
    if (curvature <= 0) break;
    for (int i = 0; i < dim; ++i) rest[i] *= 1 - slope / curvature * lambda[i];
  }
  double error = 0;
  for (int i = 0; i < dim; ++i) error += energy[i] * rest[i] * rest[i];
  return error;
}

}  // namespace

InnerDescent::InnerDescent(const Sequences& s, Poll poll)
    : poll_(std::move(poll)),
      count_(s.count),
      positions_(s.length - 1),
      dim_(s.dim),
      energy_(states_of(s, 0).col(0).squaredNorm()) {
  eigenvalues_.reserve(std::size_t(count_) * positions_ * dim_);
  energies_.reserve(eigenvalues_.capacity());
  Matrix gram(dim_, dim_);
  for (int i = 0; i < count_; ++i) {
    poll_at(i, poll_);
    const StateMap states = states_of(s, i);
    gram.setZero();
    for (int t = 0; t < positions_; ++t) {  // position t + 1 has seen t pairs
      const auto [values, vectors] = symmetric_spectrum(gram);
      const Vector along = vectors.transpose() * states.col(t);
      for (int k = 0; k < dim_; ++k) {
        eigenvalues_.push_back(std::max(0.0, values[k]));
        energies_.push_back(along[k] * along[k]);
      }
      gram.noalias() += states.col(t) * states.col(t).transpose();
    }
  }
}

std::vector<double> InnerDescent::position_mse(int steps, StepRule rule, double step) const {
  std::vector<double> error(positions_, 0.0), scratch;
  const double *lambda = eigenvalues_.data(), *energy = energies_.data();
  for (int i = 0; i < count_; ++i) {
    poll_at(i, poll_);
    for (int t = 0; t < positions_; ++t, lambda += dim_, energy += dim_)
      error[t] +=
          rule == StepRule::line_search
              ? line_search_error(lambda, energy, dim_, steps, scratch)
              : fixed_step_error(lambda, energy, dim_, steps, rule == StepRule::scaled ? step / std::max(t, 1) : step);
  }
  for (double& e : error) e /= double(count_) * dim_;
  return error;
}

TunedDescent InnerDescent::tuned(int steps, StepRule rule, Positions positions) const {
  const auto at = [&](double step) {
    TunedDescent d{step, 0, position_mse(steps, rule, step)};
    d.mse = mean_over(d.position_mse, positions);
    return d;
  };
  if (rule == StepRule::line_search) return at(std::numeric_limits<double>::quiet_NaN());
  // G_T's eigenvalues sum to ‖s_1‖²(T−1). With a step above 2·dim over that, every error is on average larger than at
  // step 0.
  const double bound = 2.0 * dim_ / (rule == StepRule::scaled ? energy_ : energy_ * std::max(1, positions.first - 1));
  const double golden = (std::sqrt(5.0) - 1) / 2;
  double low = 0, high = bound;
  TunedDescent left = at(high - golden * (high - low)), right = at(low + golden * (high - low));
  while (high - low > 1e-4 * high) {
    if (!(right.mse < left.mse)) {  // also if both overflow: the error is convex and the minimum lies below
      high = right.step;
      right = std::move(left);
      left = at(high - golden * (high - low));
    } else {
      low = left.step;
      left = std::move(right);
      right = at(low + golden * (high - low));
    }
  }
  return right.mse < left.mse ? right : left;
}

double mean_over(const std::vector<double>& mse, Positions p) {
  return std::accumulate(mse.begin() + p.first - 1, mse.begin() + p.last, 0.0) / (p.last - p.first + 1);
}

std::vector<double> least_squares_position_mse(const Sequences& s, const Poll& poll) {
  std::vector<double> error(s.length - 1, 0.0);
  Matrix basis(s.dim, s.dim);
  for (int i = 0; i < s.count; ++i) {
    poll_at(i, poll);
    const StateMap states = states_of(s, i);
    int rank = 0;
    for (int t = 0; t + 1 < s.length && rank < s.dim; ++t) {
      Vector rest = states.col(t);
      const double size = rest.norm();
      for (int pass = 0; pass < 2; ++pass)
        rest -= basis.leftCols(rank) * (basis.leftCols(rank).transpose() * rest).eval();
      error[t] += rest.squaredNorm();
      if (rest.norm() > 1e-10 * size) basis.col(rank++) = rest.normalized();
    }
  }
  for (double& e : error) e /= double(s.count) * s.dim;
  return error;
}

}  // namespace icsweep
