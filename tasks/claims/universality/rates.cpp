#include <Eigen/Core>

#include "io/base/statistics.hpp"
#include "tasks/algebra/decompositions.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/universality/sequences.hpp"

namespace icsweep {
namespace {

using Eigen::MatrixXd;

/// Theorem 3: u*_t − x_{t+1} → 0 for linear recursions and k_exp, without a rate. Checked from T/4 to T.
Verdict linear_recursions(const Config& setting) {
  const int T = setting.small_integer("length");
  std::vector<double> early, late;
  for (int i = 0; i < setting.small_integer("samples"); ++i) {
    const CausalDescent descent = descent_of(setting, i, Kernel::exp, T);
    const Eigen::VectorXd error = (descent.limit() - descent.next()).rowwise().squaredNorm();
    early.push_back(error[T / 4 - 1]);
    late.push_back(error[T - 1]);
  }
  return at_least(median(early) / median(late), 5);
}

/// Π = P_1 … P_p in coordinates of the features' span: x_s has the rows of the Cholesky factor of (k(x_t, x_s)).
MatrixXd projections(const Tokens& x) {
  const MatrixXd gram = (x * x.transpose()).array().exp(), features = cholesky_factor(gram);
  MatrixXd product = MatrixXd::Identity(x.rows(), x.rows());
  for (const auto& nu : features.rowwise()) product -= (product * nu.transpose()) * nu / nu.squaredNorm();
  return product;
}

/// Theorem 4: for period p, eq 8 at t minus eq 8 at t − p is Σ_{t−p<s≤t} μ_s k(x_s, x_t) = 0. So the μ of one period
/// follow linearly from those of the last, by −L⁻¹U, L + U = (k(x_t, x_s)), L with the diagonal. In the end they decay
/// by ρ(Π) per period.
Verdict periodic_recursions(const Config& setting) {
  double distance = 0;
  for (int i = 0; i < setting.small_integer("samples"); ++i) {
    const int p = sequence_of(setting, i, 1, 3).period;
    const Tokens x = sequence_of(setting, i, 3 * p + 1, 3).tokens, cycle = x.topRows(p),
                 mu = dual_variables(Kernel::exp, x);
    const MatrixXd gram = (cycle * cycle.transpose()).array().exp();
    const MatrixXd upper = gram.triangularView<Eigen::StrictlyUpper>();
    const MatrixXd next = -gram.triangularView<Eigen::Lower>().solve(upper);
    const double expected = std::log(largest_entry(eigenvalues(projections(cycle)))),
                 slope = power_slope(next, mu.topRows(p), -500 / expected, p);
    const auto third = mu.bottomRows(p);
    distance =
        larger(distance, std::abs(slope / expected - 1), (third - next * next * mu.topRows(p)).norm() / third.norm());
  }
  return at_most(distance, 0.05);
}

/// Remark 1: for softmax and η = 1, uⁿ − u* = −(I − A)ⁿ u* and A_ss ≥ 1/s, so ‖uⁿ_t − u*_t‖ falls as (1 − 1/t)ⁿ or
/// faster. Up to t nearly equal eigenvalues add powers of n; once n is past 8t², these slow it by less than a tenth.
Verdict softmax_descent(const Config& setting) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const int t : {10, 20, 40})
    for (int i = 0; i < setting.small_integer("samples"); ++i) {
      const CausalDescent descent = descent_of(setting, i, Kernel::softmax, t);
      const double slope = power_slope(MatrixXd::Identity(t, t) - descent.matrix(), descent.limit(), 8.0 * t * t, 1);
      smallest = smaller(smallest, slope / std::log(1 - 1.0 / t));
    }
  return at_least(smallest, 0.9);
}

}  // namespace

Claim universality_theorem3() {
  return {"universality-theorem3",
          "U6",
          "exp: u* converges slowly",
          "median squared error at t = T/4 over that at t = T",
          {dim(15, 3, 20), length(200, 200, 400), samples(200, 200), seed()},
          {{{"dim", 5}, {"length", 400}}, {{"seed", 2}}},
          linear_recursions};
}

Claim universality_theorem4() {
  return {"universality-theorem4",
          "U7",
          "period: error falls by rho^2",
          "largest relative distance of the late log-slope a period from 2 ln rho(Pi)",
          {dim(15, 5), samples(20), seed()},
          {{{"dim", 5}, {"samples", 10}}, {{"dim", 40}, {"samples", 5}, {"seed", 3}}},
          periodic_recursions};
}

Claim universality_remark1() {
  return {"universality-remark1",
          "U13",
          "softmax: rate <= 1 - 1/t",
          "smallest late log-slope in n over log(1 - 1/t), t = 10, 20, 40",
          {dim(15, 2), samples(20), seed()},
          {{{"dim", 2}, {"samples", 100}}, {{"dim", 50}, {"samples", 5}}},
          softmax_descent};
}

}  // namespace icsweep
