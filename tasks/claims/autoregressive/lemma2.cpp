#include <Eigen/Core>
#include <complex>

#include "tasks/algebra/decompositions.hpp"
#include "tasks/claims/autoregressive/diagonal_model.hpp"
#include "tasks/claims/autoregressive/expansion.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/parameters.hpp"

namespace icsweep {
namespace {

using Complex = std::complex<double>;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Eigen::VectorXd;

/// Σ_t P_{T−1,t} [BᵀA] λ^{t−T+1} ⊙ λ^{t−1}, powers by their angles.
VectorXcd by_lemma(const MatrixXd& c, const VectorXd& p, const VectorXcd& lambda) {
  const auto d = lambda.size(), T = p.size();
  const auto power = [&](Eigen::Index i, Eigen::Index k) { return std::polar(1.0, double(k) * std::arg(lambda[i])); };
  VectorXcd out = VectorXcd::Zero(d);
  for (Eigen::Index t = 1; t <= T; ++t)
    for (Eigen::Index i = 0; i < d; ++i)
      for (Eigen::Index j = 0; j < d; ++j) out[i] += p[t - 1] * c(i, j) * power(j, t - T + 1) * power(i, t - 1);
  return out;
}

/// Lemma 2, for P masked to the lower triangle plus the first super-diagonal: the query s_{T−1} sees s_T.
Verdict through_product(const Config& setting) {
  const int d = setting.small_integer("dim"), T_max = setting.small_integer("length"),
            H = setting.small_integer("heads");
  double error = 0, rounding = 0;
  for (int n = 0; n < setting.small_integer("samples"); ++n) {
    RandomStream random(setting.integer("seed"), Purpose::claims, std::uint64_t(n));
    const VectorXcd lambda = draw_eigenvalues(ContextKind::unitary, d, random);
    const DiagonalHeads heads{normal_matrix(H, d, random) / d, normal_matrix(H, d, random) / H};
    const MatrixXd positions = normal_matrix(T_max, T_max, random) / T_max;
    for (int T = 2; T <= T_max; ++T) {
      const VectorXd p = positions.row(T - 2).head(T);  // row T−1 up to its entry above the diagonal
      const VectorXcd direct = predict(heads, p, tokens_of(lambda, T));
      error = larger(error, largest_entry(direct - by_lemma(heads.product(), p, lambda)));
      rounding = larger(rounding, prediction_rounding(heads, p));
    }
  }
  return at_most(error, rounding);
}

/// With the mask of eq 1, t' ≤ t, row T−1 does not see s_T. Its terms have degree 2t−T < T in a common phase of λ and
/// are orthogonal to λ^T. So for any C the best p has the loss of predicting 0, which is d per row.
Verdict behind_causal_mask(const Config& setting) {
  const int d = setting.small_integer("dim"), T_max = setting.small_integer("length");
  double best = std::numeric_limits<double>::infinity();
  for (int n = 0; n < setting.small_integer("draws"); ++n) {
    RandomStream random(setting.integer("seed"), Purpose::claims, std::uint64_t(n));
    const MatrixXd c = MatrixXd::Identity(d, d) + normal_matrix(d, d, random) / d;
    for (int T = 2; T <= T_max; ++T) {
      const PredictionExpansion expansion(ContextKind::unitary, d, T);
      const VectorXd at_zero = expansion.error(c, VectorXd::Zero(T));
      MatrixXd by_weight(expansion.coefficients(), T - 1);
      for (int t = 0; t < T - 1; ++t) by_weight.col(t) = expansion.error(c, VectorXd::Unit(T, t)) - at_zero;
      const VectorXd p = least_squares(by_weight, VectorXd(-at_zero));
      best = smaller(best, (at_zero + by_weight * p).squaredNorm());
    }
  }
  return at_least(best, d * (1 - 1e-12));
}

}  // namespace

Claim lemma2() {
  return {"lemma2",
          "A5",
          "heads act through C = B'A",
          "largest distance from the formula",
          {dim(3), length(20), heads(4), samples(20), seed()},
          {{{"dim", 1}, {"length", 2}, {"heads", 1}}, {{"dim", 9}, {"length", 60}, {"heads", 3}, {"samples", 2}}},
          through_product};
}

Claim mask_as_printed() {
  return {"mask-as-printed",
          "A5",
          "eq 1's mask: loss >= d",
          "smallest loss of a row over all p",
          {dim(3, 1, 20), length(10, 2, 50), draws(5), seed()},
          {{{"dim", 1}, {"length", 2}}, {{"dim", 6}, {"length", 8}, {"seed", 5}}},
          behind_causal_mask};
}

}  // namespace icsweep
