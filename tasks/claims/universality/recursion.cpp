#include "tasks/claims/autoregressive/diagonal_model.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/universality/sequences.hpp"

namespace icsweep {
namespace {

using Eigen::MatrixXd;
using Eigen::RowVectorXd;

/// Prop 3: x_{t+1} − u*_t = k(x_1, x_1) μ_t, with μ from eq 8 alone. Rounding stays small at any length, since ‖A⁻¹‖ ≤
/// 2/k(x_1, x_1): A + Aᵀ − diag A is positive.
Verdict error_is_dual(const Config& setting) {
  const auto distance = [](Kernel kernel, const Tokens& x) {
    const CausalDescent descent(kernel, x);
    const Tokens error = descent.next() - descent.limit();
    return largest_entry(error - kernel_of_norm(kernel, 1) * dual_variables(kernel, x));
  };
  return at_most(largest_over(setting, {Kernel::id, Kernel::exp}, distance), 1e-10);
}

/// Prop 4 for k_id, φ(x) = x: W_t = Σ_{s≤t} μ_s x_sᵀ against W − W P_1 … P_t.
double linear_distance(const MatrixXd& w, const Tokens& x) {
  const Tokens mu = dual_variables(Kernel::id, x);
  MatrixXd estimate = MatrixXd::Zero(x.cols(), x.cols()), projected = w;
  double distance = 0;
  for (int t = 0; t < mu.rows(); ++t) {
    estimate += mu.row(t).transpose() * x.row(t);
    projected -= (projected * x.row(t).transpose()) * x.row(t);
    distance = larger(distance, largest_entry(estimate - w + projected));
  }
  return distance;
}

/// Prop 4 for k_exp on φ(y): W_T φ(y) = Σ μ_s k(x_s, y) against Wφ(y) − Wv, v = P_1 … P_T φ(y) = φ(y) + Σ_s a_s φ(x_s).
/// P_T is applied first and sets a_T, which the others do not change. Wφ(x) = Ωx, which is also in the RKHS of k_exp.
double feature_distance(const MatrixXd& omega, const Tokens& x, const RowVectorXd& y) {
  const Tokens mu = dual_variables(Kernel::exp, x);
  RowVectorXd estimate = RowVectorXd::Zero(x.cols()), v = y * omega.transpose();
  Eigen::VectorXd a(mu.rows());
  for (Eigen::Index s = mu.rows() - 1; s >= 0; --s) {
    a[s] = -kernel_value(Kernel::exp, x.row(s), y);  // −⟨φ(x_s), v⟩, over k(x_s, x_s) below
    for (Eigen::Index r = s + 1; r < mu.rows(); ++r) a[s] -= a[r] * kernel_value(Kernel::exp, x.row(s), x.row(r));
    a[s] /= kernel_value(Kernel::exp, x.row(s), x.row(s));
    v += a[s] * x.row(s) * omega.transpose();
    estimate += kernel_value(Kernel::exp, x.row(s), y) * mu.row(s);
  }
  return largest_entry(estimate - y * omega.transpose() + v);
}

Verdict update_by_projections(const Config& setting) {
  const int d = setting.small_integer("dim");
  double distance = 0;
  for (int i = 0; i < setting.small_integer("samples"); ++i) {
    const RecursiveSequence sequence = sequence_of(setting, i, setting.small_integer("length") + 1);
    RandomStream random(setting.integer("seed"), Purpose::claims, first_draw + std::uint64_t(i));
    const RowVectorXd y = normal_matrix(1, d, random).row(0).normalized();
    distance = larger(distance, linear_distance(sequence.w, sequence.tokens),
                      feature_distance(sequence.w, sequence.tokens, y));
  }
  return at_most(distance, 1e-10);
}

}  // namespace

Claim universality_prop3() {
  return {"universality-prop3",
          "U3",
          "error of u* is k(x,x) mu",
          "largest distance of x_{t+1} - u*_t from k(x_1,x_1) mu_t",
          {dim(5), length(100), samples(20), seed()},
          {{{"dim", 1}, {"length", 2}}, {{"dim", 20}, {"length", 400}, {"samples", 2}}},
          error_is_dual};
}

Claim universality_prop4() {
  return {"universality-prop4",
          "U4",
          "W_t - W = -W P_1 ... P_t",
          "largest distance of the two sides, id and exp",
          {dim(5), length(100), samples(20), seed()},
          {{{"dim", 1}, {"length", 2}}, {{"dim", 12}, {"length", 300}, {"samples", 2}, {"seed", 9}}},
          update_by_projections};
}

}  // namespace icsweep
