#include "tasks/claims/autoregressive/expansion.hpp"

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include "tasks/algebra/decompositions.hpp"

namespace icsweep {

int Monomials::id(int i, int a, int j, int b) {
  if (pairs_) {
    a = i % 2 ? -a : a, b = j % 2 ? -b : b;
    i /= 2, j /= 2;
  }
  if (i == j) a += b, b = 0;
  if (i > j) std::swap(i, j), std::swap(a, b);
  if (a == 0) i = -1;
  if (b == 0) j = -1;
  if (i < 0) std::swap(i, j), std::swap(a, b);  // a single power comes first
  return ids_.try_emplace({i, a, j, b}, count()).first->second;
}

PredictionExpansion::PredictionExpansion(ContextKind kind, int d, int T) {
  std::vector<int> target;
  int before = 0;
  for (int i = 0; i < d; ++i) {
    Monomials monomials(kind);
    target.push_back(before + monomials.id(i, T, i, 0));
    for (int t = 1; t <= T; ++t)
      for (int j = 0; j < d; ++j) terms_.push_back({t - 1, i, j, before + monomials.id(j, t - T + 1, i, t - 1)});
    before += monomials.count();
  }
  target_ = Eigen::VectorXd::Zero(before);
  for (const int k : target) target_[k] = 1;
}

Eigen::VectorXd PredictionExpansion::error(const Eigen::MatrixXd& c, const Eigen::VectorXd& p) const {
  Eigen::VectorXd e = -target_;
  for (const Term& term : terms_) e[term.k] += p[term.t] * c(term.i, term.j);
  return e;
}

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
      // If the error stays large, its own curvature matters: undamped steps then overshoot and gain little.
      if (!lower || gain < 0.25 * predicted) damping *= 10;
      else if (gain > 0.75 * predicted) damping *= 0.1;
    }
  }
  return at;
}

}  // namespace icsweep
