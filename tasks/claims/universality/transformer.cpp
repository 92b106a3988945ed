#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/universality/sequences.hpp"
#include "tasks/universality/theorem1.hpp"

namespace icsweep {
namespace {

/// Prop 5: the n layers of Theorem 1's Transformer are n steps of eq 7, for every kernel, with tied layers or not.
/// Rounding is measured relative to the largest uⁿ.
Verdict runs_descent(const Config& setting) {
  const int T = setting.small_integer("length"), d = setting.small_integer("dim"), n = setting.small_integer("depth");
  double error = 0;
  for (const Kernel kernel : {Kernel::id, Kernel::exp, Kernel::softmax})
    for (int i = 0; i < setting.small_integer("samples"); ++i) {
      const Tokens x = sequence_of(setting, i, T + 1).tokens;
      const double eta = step_unit(kernel, 1);
      const CausalDescent descent(kernel, x);
      const Tokens u = descent.after(n, eta, descent.zero());
      const auto shape = theorem1_shape(kernel, T, d, n, i % 2 == 0);
      const Tokens output = theorem1_output(shape, theorem1_parameters(shape, eta, 1), x);
      error = larger(error, largest_entry(u - output) / larger(1.0, largest_entry(u)));
    }
  return at_most(error, 1e-10);
}

/// The main text's W_V has no η, so η = 1, above exp's limit 2/e: many layers then end far from u*. The appendix has η.
Verdict without_step(const Config& setting) {
  const int T = setting.small_integer("length"), depth = setting.small_integer("depth");
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < setting.small_integer("samples"); ++i) {
    const Tokens x = sequence_of(setting, i, T + 1).tokens;
    const auto shape = theorem1_shape(Kernel::exp, T, setting.small_integer("dim"), depth, true);
    const Tokens output = theorem1_output(shape, theorem1_parameters(shape, 1, 1), x);
    least = smaller(least, (output - CausalDescent(Kernel::exp, x).limit()).norm());
  }
  return at_least(least, 1e6);
}

}  // namespace

Claim universality_prop5() {
  return {"universality-prop5",
          "U8",
          "layers are steps of eq 7",
          "largest relative distance of the Transformer from the descent",
          {dim(5, 1, 30), length(30, 2, 30), depth(6, 1, 30), samples(8), seed()},
          {{{"dim", 1}, {"length", 2}, {"depth", 1}}, {{"dim", 15}, {"depth", 30}, {"samples", 2}, {"seed", 3}}},
          runs_descent};
}

Claim universality_prop5_as_printed() {
  return {"universality-prop5-as-printed",
          "U8",
          "exp diverges without eta",
          "smallest distance of the last layer from u*",
          {dim(5, 1, 30), length(8, 2, 30), depth(100, 100, 400), samples(8), seed()},
          {{{"dim", 1}, {"length", 2}, {"depth", 400}}, {{"dim", 15}, {"length", 30}, {"samples", 2}}},
          without_step};
}

}  // namespace icsweep
