#include <fmt/format.h>

#include <Eigen/Core>

#include "tasks/algebra/decompositions.hpp"
#include "tasks/claims/autoregressive/expansion.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/parameters.hpp"

namespace icsweep {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// H > d heads at an optimum, replaced by the d heads A = C, B = I: the loss stays, and so does every prediction
/// [§5.1].
Verdict rebuilt(const Config& setting) {
  const int d = setting.small_integer("dim"), T_max = setting.small_integer("length"),
            H = setting.small_integer("heads");
  double change = 0, rounding = 0;
  for (int T = 2; T <= T_max; ++T) {
    RandomStream random(setting.integer("seed"), Purpose::claims, first_draw + std::uint64_t(T));
    const double p_last = random.uniform(0.5, 2);
    const DiagonalHeads many = heads_with_product(MatrixXd::Identity(d, d) / p_last, H, random);
    const DiagonalHeads few = heads_of(many.product());
    const VectorXd p = p_last * VectorXd::Unit(T, T - 1);
    for (int n = 0; n < setting.small_integer("samples"); ++n) {
      RandomStream context(setting.integer("seed"), Purpose::claims, std::uint64_t(n));
      const auto tokens = tokens_of(draw_eigenvalues(ContextKind::unitary, d, context), T + 1);
      change = larger(change, largest_entry(predict(many, p, tokens) - predict(few, p, tokens)),
                      std::abs(squared_error(many, p, tokens) - squared_error(few, p, tokens)));
    }
    rounding = larger(rounding, prediction_rounding(many, p) + prediction_rounding(few, p));
  }
  return at_most(change, rounding);
}

/// The text says that heads beyond d are useless and can be pruned. At a general optimum no head is useless: without
/// head h the loss rises by ‖a_h‖²‖b_h‖². With entries of A of size ½ … 3/2, B = A(AᵀA)⁻¹ and p_T = 1 this is at least
/// 1/(9H)².
Verdict pruned(const Config& setting) {
  const int d = setting.small_integer("dim"), T = setting.small_integer("length"), H = setting.small_integer("heads");
  RandomStream random(setting.integer("seed"), Purpose::claims, first_draw);
  MatrixXd a(H, d);
  for (double& x : a.reshaped()) x = random.uniform(0.5, 1.5) * (random.uniform() < 0.5 ? -1 : 1);
  const MatrixXd b = pseudo_inverse(a).transpose();
  const PredictionExpansion expansion(ContextKind::unitary, d, T);
  double smallest = std::numeric_limits<double>::infinity();
  for (int h = 0; h < H; ++h) {
    const MatrixXd rest = b.transpose() * a - b.row(h).transpose() * a.row(h);
    smallest = smaller(smallest, expansion.loss(rest, VectorXd::Unit(T, T - 1)));
  }
  return at_least(smallest, 1 / (81.0 * H * H));
}

void more_heads(const Config& setting) {
  if (setting.integer("heads") <= setting.integer("dim"))
    throw Error(ErrorKind::config,
                fmt::format("heads = {}: must be above dim = {}", setting.integer("heads"), setting.integer("dim")));
}

}  // namespace

Claim redundant_heads() {
  return {"redundant-heads",
          "A14",
          "H > d heads rebuilt as d",
          "largest change of a prediction or loss",
          {dim(5), length(20), heads(8), samples(20), seed()},
          {{{"dim", 1}, {"length", 2}, {"heads", 2}}, {{"dim", 9}, {"length", 9}, {"heads", 50}, {"samples", 2}}},
          rebuilt,
          more_heads};
}

Claim pruning_as_printed() {
  return {"pruning-as-printed",
          "A14",
          "dropping one of H>d: loss>0",
          "smallest loss of a row without one head",
          {dim(5, 1, 20), length(10, 2, 50), heads(8), seed()},
          {{{"dim", 1}, {"length", 2}, {"heads", 30}}, {{"dim", 8}, {"length", 5}, {"heads", 9}}},
          pruned,
          more_heads};
}

}  // namespace icsweep
