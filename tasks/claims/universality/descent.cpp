#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/universality/sequences.hpp"

namespace icsweep {
namespace {

/// Prop 2: with η = 1/k(x_1, x_1) and u⁰ = 0, uⁿ_t = u*_t from n = t − 1 on, since I − ηA is strictly lower triangular
/// and u*_1 = 0. Rounding is measured relative to the largest uⁿ_t at that t, which is far above u*_t.
Verdict exact_after_steps(const Config& setting) {
  const auto error = [](Kernel kernel, const Tokens& x) {
    const CausalDescent descent(kernel, x);
    const Tokens limit = descent.limit();
    Tokens u = descent.zero();
    Eigen::ArrayXd largest = Eigen::ArrayXd::Ones(u.rows());
    double worst = 0;
    for (int n = 0; n < u.rows(); ++n) {
      worst = larger(worst, largest_entry(((u - limit).rowwise().norm().array() / largest).head(n + 1).matrix()));
      descent.step(step_unit(kernel, 1), u);
      largest = largest.max(u.rowwise().norm().array());
    }
    return worst;
  };
  return at_most(largest_over(setting, {Kernel::id, Kernel::exp}, error), 1e-12);
}

/// One step fewer is not enough: ‖u^{t−2}_t − u*_t‖ is the product of k(x_{s+1}, x_s)/k(x_1, x_1), s = 1 … t − 1, which
/// is above e^{−2(t−1)} for exp.
Verdict inexact_before(const Config& setting) {
  const int T = setting.small_integer("length");
  double distance = 0;
  for (int i = 0; i < setting.small_integer("samples"); ++i) {
    const Tokens x = sequence_of(setting, i, T + 1).tokens;
    const CausalDescent descent(Kernel::exp, x);
    const Tokens limit = descent.limit();
    Tokens u = descent.zero();
    double product = 1;
    for (int n = 0; n + 2 <= T; ++n) {
      product *= std::exp(x.row(n + 1).dot(x.row(n)) - 1);
      distance = larger(distance, std::abs((u - limit).row(n + 1).norm() / product - 1));
      descent.step(std::exp(-1), u);
    }
  }
  return at_most(distance, 1e-6);
}

/// Softmax divides both sides of A u* = (A − diag A) y by the same numbers.
Verdict shared_limit(const Config& setting) {
  const int T = setting.small_integer("length");
  double distance = 0;
  for (int i = 0; i < setting.small_integer("samples"); ++i)
    distance = larger(distance, largest_entry(descent_of(setting, i, Kernel::softmax, T).limit() -
                                              descent_of(setting, i, Kernel::exp, T).limit()));
  return at_most(distance, 1e-10);
}

}  // namespace

Claim universality_prop2() {
  return {"universality-prop2",
          "U2",
          "t - 1 steps of 1/k are exact",
          "largest error from n = t - 1 on, relative to that t's largest iterate",
          {dim(5), length(30, 2, 30), samples(20), seed()},
          {{{"dim", 1}, {"length", 2}}, {{"dim", 2}, {"samples", 200}, {"seed", 3}}},
          exact_after_steps};
}

Claim universality_prop2_sharp() {
  return {"universality-prop2-sharp",
          "U2",
          "t - 2 steps are too few",
          "largest relative distance of the error at n = t - 2 from its closed form",
          {dim(5), length(8, 2, 8), samples(20), seed()},
          {{{"dim", 1}, {"length", 2}}, {{"dim", 2}, {"samples", 100}}},
          inexact_before};
}

Claim universality_prop2_softmax() {
  return {"universality-prop2-softmax",
          "U2",
          "exp and softmax share u*",
          "largest distance of the two limits",
          {dim(5), length(200), samples(20), seed()},
          {{{"dim", 1}, {"length", 2}}, {{"dim", 30}, {"length", 500}, {"samples", 2}}},
          shared_limit};
}

}  // namespace icsweep
