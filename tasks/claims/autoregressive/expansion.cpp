#include "tasks/claims/autoregressive/expansion.hpp"

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
  if (i < 0) std::swap(i, j), std::swap(a, b);  // a single power stands first
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

}  // namespace icsweep
