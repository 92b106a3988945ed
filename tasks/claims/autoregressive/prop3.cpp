#include <fmt/format.h>

#include "tasks/claims/autoregressive/expansion.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/parameters.hpp"

namespace icsweep {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A zero of the loss [Prop 3]: p_t = 0 except p_T, and BᵀA = I/p_T with H ≥ d heads drawn at random.
RowParameters construction(int d, int T, int H, RandomStream& random) {
  const double p_last = random.uniform(0.5, 2);
  return {heads_with_product(MatrixXd::Identity(d, d) / p_last, H, random), p_last * VectorXd::Unit(T, T - 1)};
}

/// Prop 3, ⇐: the construction predicts s_{T+1} of every context, at every T.
Verdict zero_at_construction(const Config& setting) {
  const int d = setting.small_integer("dim"), T_max = setting.small_integer("length"),
            H = setting.small_integer("heads");
  RandomStream random(setting.integer("seed"), Purpose::claims, first_draw);
  double error = 0, rounding = 0;
  for (int T = 2; T <= T_max; ++T) {
    const auto [heads, p] = construction(d, T, H, random);
    error = larger(error, largest_error(ContextKind::unitary, heads, p, setting.small_integer("samples"),
                                        setting.integer("seed")));
    rounding = larger(rounding, prediction_rounding(heads, p));
  }
  return at_most(error, rounding);
}

/// ±e^{N(0, ¼)} of each coordinate, with a phase.
Eigen::VectorXcd any_start(int d, RandomStream& random) {
  Eigen::VectorXcd s = draw_eigenvalues(ContextKind::unitary, d, random);
  for (auto& value : s) value *= std::exp(0.5 * random.normal());
  return s;
}

/// App A.4: from any s_1 the layer acts as from 1_d with C diag(|s_1|²) in place of C, so p_T C = diag(|s_1|⁻²)
/// predicts every s_{T+1}.
Verdict zero_from_any_start(const Config& setting) {
  const int d = setting.small_integer("dim"), T_max = setting.small_integer("length"),
            H = setting.small_integer("heads");
  RandomStream random(setting.integer("seed"), Purpose::claims, first_draw);
  double error = 0, rounding = 0;
  for (int T = 2; T <= T_max; ++T) {
    const double p_last = random.uniform(0.5, 2);
    const Eigen::VectorXcd s = any_start(d, random);
    const VectorXd squares = s.cwiseAbs2(), p = p_last * VectorXd::Unit(T, T - 1);
    const DiagonalHeads heads = heads_with_product(MatrixXd((p_last * squares).cwiseInverse().asDiagonal()), H, random);
    for (int n = 0; n < setting.small_integer("samples"); ++n) {
      RandomStream context(setting.integer("seed"), Purpose::claims, std::uint64_t(n));
      const Eigen::MatrixXcd tokens =
          s.asDiagonal() * tokens_of(draw_eigenvalues(ContextKind::unitary, d, context), T + 1);
      error = larger(error, largest_entry(predict(heads, p, tokens) - tokens.col(T)));
    }
    const DiagonalHeads absorbed{heads.a * squares.asDiagonal(), heads.b};
    rounding = larger(rounding, prediction_rounding(absorbed, p) * std::max(1.0, s.cwiseAbs().maxCoeff()));
  }
  return at_most(error, rounding);
}

/// Largest violation of Prop 3's conditions, each in the scale of the prediction.
double violation(const RowParameters& at) {
  const auto T = at.p.size();
  const MatrixXd c = at.heads.product();
  const double others = largest_entry(at.p.head(T - 1)) * largest_entry(c);
  return larger(others, largest_entry(at.p[T - 1] * c - MatrixXd::Identity(c.rows(), c.cols())));
}

/// Prop 3, ⇒: if a descent of the loss in A, B and P from a disturbed construction ends at zero, the conditions hold
/// there. They are coefficients of the error up to factors near 1, so a loss below 1e-24 leaves them below 1e-11.
Verdict only_zeros(const Config& setting) {
  const int d = setting.small_integer("dim"), T = setting.small_integer("length"), H = setting.small_integer("heads");
  const PredictionExpansion expansion(ContextKind::unitary, d, T);
  double worst = std::numeric_limits<double>::quiet_NaN();  // unless a zero is found
  for (int n = 0; n < setting.small_integer("draws"); ++n) {
    RandomStream random(setting.integer("seed"), Purpose::claims, first_draw + std::uint64_t(n));
    const RowParameters found = minimise(expansion, disturbed(construction(d, T, H, random), 0.2, random));
    if (expansion.loss(found.heads.product(), found.p) < 1e-24) worst = std::fmax(worst, violation(found));
  }
  return at_most(worst, 1e-11);
}

/// With H < d heads C has rank at most H. Every row's loss is at least ‖p_T C − I‖_F² ≥ d − H (Eckart and Young), the
/// sum over T_max−1 rows at least (T_max−1)(d−H). The truncated construction reaches this bound: p_t = 0 except p_T,
/// p_T C a projection of rank H. So the least loss that descents from random starts find is d − H, neither below nor
/// above.
Verdict too_few_heads(const Config& setting) {
  const int d = setting.small_integer("dim"), T_max = setting.small_integer("length"),
            H = setting.small_integer("heads");
  double worst = 0;
  for (int T = 2; T <= T_max; ++T) {
    const PredictionExpansion expansion(ContextKind::unitary, d, T);
    double least = std::numeric_limits<double>::infinity();
    for (int n = 0; n < setting.small_integer("draws"); ++n) {
      RandomStream random(setting.integer("seed"), Purpose::claims, first_draw + std::uint64_t(n));
      const DiagonalHeads start{normal_matrix(H, d, random), normal_matrix(H, d, random)};
      const RowParameters found = minimise(expansion, {start, normal_matrix(T, 1, random)});
      least = smaller(least, expansion.loss(found.heads.product(), found.p));
    }
    worst = larger(worst, std::abs(least / (d - H) - 1));
  }
  return at_most(worst, 1e-9);
}

void enough_heads(const Config& setting) {
  if (setting.integer("heads") < setting.integer("dim"))
    throw Error(ErrorKind::config, fmt::format("heads = {}: must be at least dim = {}, or no zero exists (prop3-heads)",
                                               setting.integer("heads"), setting.integer("dim")));
}

void fewer_heads(const Config& setting) {
  if (setting.integer("heads") >= setting.integer("dim"))
    throw Error(ErrorKind::config,
                fmt::format("heads = {}: must be below dim = {}", setting.integer("heads"), setting.integer("dim")));
}

}  // namespace

Claim prop3() {
  return {"prop3",
          "A6",
          "zero loss at p_T C = I",
          "largest error of a prediction at the construction",
          {dim(5), length(20), heads(7), samples(50), seed()},
          {{{"dim", 1}, {"length", 2}, {"heads", 1}}, {{"dim", 12}, {"length", 30}, {"heads", 40}, {"samples", 3}}},
          zero_at_construction,
          enough_heads};
}

Claim prop3_start() {
  return {"prop3-start",
          "E11",
          "zero loss from any s_1",
          "largest error of a prediction at p_T C = diag(1/|s_1|^2)",
          {dim(5), length(20), heads(7), samples(50), seed()},
          {{{"dim", 1}, {"length", 2}, {"heads", 1}},
           {{"dim", 12}, {"length", 30}, {"heads", 40}, {"samples", 3}, {"seed", 4}}},
          zero_from_any_start,
          enough_heads};
}

Claim prop3_only() {
  return {"prop3-only",
          "A6",
          "and nowhere else",
          "largest violation of p_T C = I, other p_t = 0, at a zero",
          {dim(4, 1, 10), length(6, 2, 20), heads(5, 1, 20), draws(20), seed()},
          {{{"dim", 1}, {"length", 2}, {"heads", 1}}, {{"dim", 3}, {"length", 9}, {"heads", 3}, {"seed", 2}}},
          only_zeros,
          enough_heads};
}

Claim prop3_heads() {
  return {"prop3-heads",
          "A6",
          "H<d: least loss (T-1)(d-H)",
          "largest relative distance of a row's least loss from d-H",
          {dim(4, 2, 10), length(5, 2, 20), heads(2, 1, 10), draws(5), seed()},
          {{{"dim", 2}, {"length", 2}, {"heads", 1}}, {{"dim", 5}, {"length", 4}, {"heads", 4}, {"seed", 2}}},
          too_few_heads,
          fewer_heads};
}

}  // namespace icsweep
