#include <Eigen/Core>

#include "io/base/statistics.hpp"
#include "tasks/algebra/decompositions.hpp"
#include "tasks/claims/autoregressive/diagonal_model.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/universality/sequences.hpp"

namespace icsweep {
namespace {

using Eigen::MatrixXd;

/// y_t = (x_t, …, x_{t−order+1}), one per row.
Tokens stacked(const Tokens& x, int order) {
  const auto d = x.cols(), T = x.rows() - order + 1;
  Tokens y(T, order * d);
  for (int k = 0; k < order; ++k) y.middleCols(k * d, d) = x.middleRows(order - 1 - k, T);
  return y;
}

/// x_{t+1} = B x_{t−τ}, τ = order − 1, B uniform on O(d): y_{t+1} is a rotation of y_t. No other block matrix that
/// shifts x_t … x_{t−τ+1} is a rotation, since its shifting columns already have norm 1.
Tokens rotating(int d, int order, int length, RandomStream& random) {
  const MatrixXd b = haar_orthogonal(d, random);
  Tokens x(length, d);
  x.topRows(order) = normal_matrix(order, d, random).rowwise().normalized();
  for (int t = order; t < length; ++t) x.row(t) = x.row(t - order) * b.transpose();
  return stacked(x, order) / std::sqrt(double(order));
}

/// x_t = C Qᵗ v with Q uniform on O(order·d), the general recursion of that order with roots on the unit circle:
/// y_{t+1} follows linearly from y_t, but its norm varies.
Tokens varying(int d, int order, int length, RandomStream& random) {
  const MatrixXd q = haar_orthogonal(order * d, random), c = normal_matrix(d, order * d, random);
  Eigen::VectorXd v = normal_matrix(order * d, 1, random);
  Tokens x(length, d);
  for (int t = 0; t < length; ++t, v = (q * v).eval()) x.row(t) = c * v;
  return stacked(x, order);
}

/// Mean of ‖u*_t − x_{t+1}‖² over the last half of the positions, as a share of the mean ‖x_{t+1}‖².
double error_share(const Tokens& y, int d) {
  const auto T = y.rows() - 1;
  const MatrixXd next = y.bottomRows(T), error = CausalDescent(Kernel::id, y).limit() - next;
  return error.bottomRows(T / 2).leftCols(d).squaredNorm() / next.bottomRows(T / 2).leftCols(d).squaredNorm();
}

/// The median share over samples of recursions of that order.
using Draw = Tokens (*)(int d, int order, int length, RandomStream&);
double median_share(const Config& setting, int order, Draw draw) {
  const int d = setting.small_integer("dim"), T = setting.small_integer("length");
  std::vector<double> shares;
  for (int i = 0; i < setting.small_integer("samples"); ++i) {
    RandomStream random(setting.integer("seed"), Purpose::claims, std::uint64_t(i));
    shares.push_back(error_share(draw(d, order, T + order, random), d));
  }
  return median(shares);
}

/// §3.1: recursions of order τ + 1 become of order 1 by stacking. Where the stacked tokens keep their norm, Theorem 2
/// holds for them.
Verdict same_norm(const Config& setting) {
  return at_most(larger(median_share(setting, 2, rotating), median_share(setting, 3, rotating)), 0.02);
}

/// As printed, stacking works for any finite memory. But Prop 3 needs the same k(x_t, x_t) at all t. Stacked tokens of
/// a recursion that keeps the norm only on average do not have it, and the error stays.
Verdict any_norm(const Config& setting) {
  return at_least(smaller(median_share(setting, 2, varying), median_share(setting, 3, varying)), 0.1);
}

/// Dividing tokens by their norm repairs this: keys n_t = y_t/‖y_t‖ and their successors v_t = y_{t+1}/‖y_t‖. Then Prop
/// 4 holds for any linear recursion W of order 1, and each projection lowers ‖W_t − W‖² by ‖u*_t − v_t‖². So the errors
/// together are Σ_t ‖u*_t − v_t‖² = ‖W‖² − ‖W_T − W‖², at any T.
Verdict unit_keys(const Config& setting) {
  const int d = setting.small_integer("dim"), T = setting.small_integer("length");
  double distance = 0;
  for (const int order : {2, 3})
    for (int i = 0; i < setting.small_integer("samples"); ++i) {
      RandomStream random(setting.integer("seed"), Purpose::claims, std::uint64_t(i));
      const Tokens y = varying(d, order, T + order, random);
      const Eigen::VectorXd scale = y.topRows(y.rows() - 1).rowwise().norm().cwiseInverse();
      const MatrixXd keys = scale.asDiagonal() * y.topRows(y.rows() - 1),
                     next = scale.asDiagonal() * y.bottomRows(y.rows() - 1),
                     mu = next - MatrixXd(CausalDescent(Kernel::id, keys, next).limit()),
                     w = least_squares(keys, next).transpose(), estimate = mu.transpose() * keys;
      distance = larger(distance, std::abs((mu.squaredNorm() + (estimate - w).squaredNorm()) / w.squaredNorm() - 1));
    }
  return at_most(distance, 1e-8);
}

}  // namespace

Claim universality_stack() {
  return {"universality-stack",
          "U14",
          "orders 2 and 3: u* converges",
          "median squared error of the last half, as a share of the variance",
          {dim(5, 3, 8), length(400, 400, 1000), samples(20, 20), seed()},
          {{{"dim", 3}}, {{"dim", 8}, {"seed", 3}}},
          same_norm};
}

Claim universality_stack_as_printed() {
  return {"universality-stack-as-printed",
          "U14",
          "not if their norm varies",
          "median squared error of the last half, as a share of the variance",
          {dim(5, 3, 8), length(400, 400, 1000), samples(20, 20), seed()},
          {{{"dim", 3}}, {{"dim", 8}, {"seed", 3}}},
          any_norm};
}

Claim universality_stack_unit() {
  return {"universality-stack-unit",
          "U14",
          "unit keys: finite error sum",
          "largest relative distance of all errors' sum from |W|^2 - |W_T - W|^2",
          {dim(5, 1, 8), length(400, 50, 1000), samples(20), seed()},
          {{{"dim", 1}, {"length", 50}}, {{"dim", 8}, {"length", 300}, {"samples", 3}}},
          unit_keys};
}

}  // namespace icsweep
