#include "tasks/claims/autoregressive/descent.hpp"

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include "tasks/algebra/decompositions.hpp"

namespace icsweep {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// d(coefficients)/d(A, B, p), A and B row by row.
Eigen::SparseMatrix<double> jacobian(const PredictionExpansion& expansion, const RowParameters& at) {
  const auto& [a, b] = at.heads;
  const MatrixXd c = at.heads.product();
  const auto H = a.rows(), d = a.cols(), T = at.p.size();
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(expansion.terms().size() * std::size_t(2 * H + 1));
  for (const auto& [t, i, j, k] : expansion.terms()) {
    for (int h = 0; h < H; ++h) {
      entries.emplace_back(k, h * d + j, at.p[t] * b(h, i));
      entries.emplace_back(k, (H + h) * d + i, at.p[t] * a(h, j));
    }
    entries.emplace_back(k, 2 * H * d + t, c(i, j));
  }
  Eigen::SparseMatrix<double> result(expansion.coefficients(), 2 * H * d + T);
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

RowParameters moved(RowParameters at, const VectorXd& step) {
  const auto H = at.heads.a.rows(), d = at.heads.a.cols();
  for (int h = 0; h < H; ++h) {
    at.heads.a.row(h) += step.segment(h * d, d).transpose();
    at.heads.b.row(h) += step.segment((H + h) * d, d).transpose();
  }
  at.p += step.tail(at.p.size());
  return at;
}

}  // namespace

RowParameters disturbed(RowParameters at, double size, RandomStream& random) {
  const auto unknowns = 2 * at.heads.a.size() + at.p.size();
  return moved(std::move(at), size * normal_matrix(int(unknowns), 1, random));
}

RowParameters minimise(const PredictionExpansion& expansion, RowParameters at) {
  VectorXd error = expansion.error(at.heads.product(), at.p);
  double damping = 1e-2;
  for (int iteration = 0; iteration < 500 && error.squaredNorm() > 1e-26 && damping < 1e12; ++iteration) {
    const auto j = jacobian(expansion, at);
    const MatrixXd curvature = MatrixXd(j.transpose() * j);
    const VectorXd slope = j.transpose() * error;
    for (bool lower = false; !lower && damping < 1e12;) {
      MatrixXd damped = curvature;
      damped.diagonal().array() += damping;
      const VectorXd step = -solve_spd(damped, slope);
      const RowParameters next = moved(at, step);
      const VectorXd next_error = expansion.error(next.heads.product(), next.p);
      const double gain = error.squaredNorm() - next_error.squaredNorm(), predicted = step.dot(damping * step - slope);
      lower = gain > 1e-12 * error.squaredNorm();
      if (lower) at = next, error = next_error;
      // If the error stays large, its own curvature matters: undamped steps then overshoot and hardly gain.
      if (!lower || gain < 0.25 * predicted) damping *= 10;
      else if (gain > 0.75 * predicted) damping *= 0.1;
    }
  }
  return at;
}

}  // namespace icsweep
