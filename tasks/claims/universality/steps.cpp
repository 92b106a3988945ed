#include "tasks/claims/autoregressive/diagonal_model.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/universality/sequences.hpp"

namespace icsweep {
namespace {

/// Extremes over kernels and samples of ‖uⁿ − u*‖, n = 1000, with η = factor·η*, from a random u⁰. For η > η* of
/// softmax only row 1 diverges, and from u⁰_1 = u*_1 = 0 it would not.
struct Errors {
  double smallest = std::numeric_limits<double>::infinity(), largest = 0;
};
Errors errors_after(const Config& setting, double factor) {
  Errors errors;
  for (const Kernel kernel : {Kernel::id, Kernel::exp, Kernel::softmax})
    for (int i = 0; i < setting.small_integer("samples"); ++i) {
      const CausalDescent descent = descent_of(setting, i, kernel, setting.small_integer("length"));
      RandomStream random(setting.integer("seed"), Purpose::claims, first_draw + std::uint64_t(i));
      const Tokens limit = descent.limit();
      Tokens u = normal_matrix(int(limit.rows()), int(limit.cols()), random);
      const double largest_step = 2 * step_unit(kernel, 1);
      u = descent.after(1000, factor * largest_step, u);
      errors.smallest = smaller(errors.smallest, (u - limit).norm());
      errors.largest = larger(errors.largest, (u - limit).norm());
    }
  return errors;
}

/// Prop 2: η* = 2/k(x_1, x_1), and 2 for softmax. 5 % below it uⁿ converges as 0.9ⁿ, after a transient that leaves
/// rounding errors near 1e-7 for T = 8.
Verdict converges_below(const Config& setting) {
  return at_most(errors_after(setting, 0.95).largest, 1e-6);
}

/// 5 % above η* uⁿ diverges: row 1 alone as 1.1ⁿ.
Verdict diverges_above(const Config& setting) {
  return at_least(errors_after(setting, 1.05).smallest, 1e6);
}

/// The descent converges in exact arithmetic only: with η = 1.9/k the transient of long sequences exceeds double
/// precision.
Verdict transient(const Config& setting) {
  double smallest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < setting.small_integer("samples"); ++i) {
    const CausalDescent descent = descent_of(setting, i, Kernel::exp, setting.small_integer("length"));
    Tokens u = descent.zero();
    double largest = 0;
    for (int n = 0; n < 400; ++n) {
      descent.step(1.9 / std::exp(1), u);
      largest = larger(largest, largest_entry(u));
    }
    smallest = smaller(smallest, largest);
  }
  return at_least(smallest, 1e14);
}

/// After 80T steps nothing remains of the transient in exact arithmetic: ‖(I − ηA)ⁿ‖ is below Σ_j C(n, j) 0.9^{n−j}
/// 1.9^j C(T, j), j < T. The rest is rounding.
Verdict lost_precision(const Config& setting) {
  const int T = setting.small_integer("length");
  double smallest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < setting.small_integer("samples"); ++i) {
    const CausalDescent descent = descent_of(setting, i, Kernel::exp, T);
    const Tokens u = descent.after(80 * T, 1.9 / std::exp(1), descent.zero());
    smallest = smaller(smallest, largest_entry(u - descent.limit()));
  }
  return at_least(smallest, 1);
}

}  // namespace

Claim universality_prop2_below() {
  return {"universality-prop2-below",
          "U2",
          "step 1.9/k converges",
          "largest error after 1000 steps",
          {dim(5), length(8, 2, 8), samples(20), seed()},
          {{{"dim", 1}}, {{"dim", 2}, {"seed", 3}}},
          converges_below};
}

Claim universality_prop2_above() {
  return {"universality-prop2-above",
          "U2",
          "step 2.1/k diverges",
          "smallest error after 1000 steps",
          {dim(5), length(8, 2, 8), samples(20), seed()},
          {{{"dim", 1}, {"length", 2}}, {{"dim", 12}, {"seed", 5}}},
          diverges_above};
}

Claim universality_prop2_transient() {
  return {"universality-prop2-transient",
          "U2",
          "step 1.9/k overshoots, exp",
          "smallest over the samples of the largest iterate",
          {dim(5), length(100, 50, 150), samples(5), seed()},
          {{{"dim", 1}, {"length", 50}}, {{"dim", 100}, {"length", 60}, {"samples", 2}}},
          transient};
}

Claim universality_prop2_lost() {
  return {"universality-prop2-lost",
          "U2",
          "and loses double precision",
          "smallest error where exact arithmetic has none",
          {dim(5), length(50, 50, 150), samples(5), seed()},
          {{{"dim", 1}, {"samples", 2}}, {{"dim", 60}, {"length", 100}, {"samples", 1}}},
          lost_precision};
}

}  // namespace icsweep
