#include <fmt/format.h>

#include "tasks/claims/autoregressive/expansion.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/parameters.hpp"

namespace icsweep {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// d×d: the blocks ((1, c), (c, 1)) of conjugate pairs, over p_T.
MatrixXd pair_blocks(int d, double c, double p_last) {
  MatrixXd product = MatrixXd::Identity(d, d);
  for (int i = 0; i < d; ++i) product(i, i ^ 1) = c;
  return product / p_last;
}

/// A zero of the loss [Prop 6] with p_{T−1} = ratio·p_T: C_iī = −ratio/(1 + ratio)/p_T. At ratio −½ the blocks have
/// rank 1, so d/2 heads suffice (Lemma 3, where p_T = 2).
RowParameters construction(int d, int T, int H, double p_last, double ratio, RandomStream& random) {
  VectorXd p = VectorXd::Zero(T);
  p[T - 1] = p_last, p[T - 2] = ratio * p_last;
  return {heads_with_product(pair_blocks(d, -ratio / (1 + ratio), p_last), H, random), p};
}

/// A ratio away from −1 (no zero), −½ and 0 (where a misprint does not show).
double generic_ratio(RandomStream& random) {
  return random.uniform(0, 1) < 0.5 ? random.uniform(-0.4, -0.1) : random.uniform(0.1, 1);
}

/// Lemma 3: with p_{T−1} = −1, p_T = 2 and C = ½ diag(J, …, J), so with d/2 heads, every prediction is exact.
Verdict half_the_heads(const Config& setting) {
  const int d = setting.small_integer("dim"), T_max = setting.small_integer("length");
  RandomStream random(setting.integer("seed"), Purpose::claims, first_draw);
  double error = 0, rounding = 0;
  for (int T = 2; T <= T_max; ++T) {
    const auto [heads, p] = construction(d, T, d / 2, 2, -0.5, random);
    error = larger(error, largest_error(ContextKind::orthogonal, heads, p, setting.small_integer("samples"),
                                        setting.integer("seed")));
    rounding = larger(rounding, prediction_rounding(heads, p));
  }
  return at_most(error, rounding);
}

/// The conditions of Prop 6, for both members of each pair, as the largest violation.
double pair_violation(const RowParameters& at) {
  const auto T = at.p.size();
  const MatrixXd c = at.heads.product();
  const double last = at.p[T - 1], previous = at.p[T - 2];
  double worst = T > 2 ? largest_entry(at.p.head(T - 2)) / std::abs(last) : 0;
  for (int i = 0; i < c.rows(); ++i)
    for (int j = 0; j < c.cols(); ++j) {
      const double condition = j == i         ? last * c(i, i) - 1
                               : j == (i ^ 1) ? last * c(i, j) + (c(i, i) + c(i, j)) * previous
                                              : last * c(i, j);
      worst = larger(worst, std::abs(condition));
    }
  return worst;
}

/// Calls judge(found) for each zero of the loss that a descent in A, B and P finds from a disturbed construction.
/// Returns whether there was one.
template <class Judge>
bool for_zeros(const Config& setting, bool few_heads, Judge judge) {
  const int d = setting.small_integer("dim"), T = setting.small_integer("length"), H = setting.small_integer("heads");
  const PredictionExpansion expansion(ContextKind::orthogonal, d, T);
  bool any = false;
  for (int n = 0; n < setting.small_integer("draws"); ++n) {
    RandomStream random(setting.integer("seed"), Purpose::claims, first_draw + std::uint64_t(n));
    const double p_last = random.uniform(0.5, 2), ratio = few_heads ? -0.5 : generic_ratio(random);
    const auto start = disturbed(construction(d, T, H, p_last, ratio, random), 0.05, random);
    const RowParameters found = minimise(expansion, start);
    if (expansion.loss(found.heads.product(), found.p) < 1e-24) any = true, judge(found);
  }
  return any;
}

constexpr double none_found = std::numeric_limits<double>::quiet_NaN();

/// Prop 6: its conditions hold at every zero of the loss that is found.
Verdict conditions(const Config& setting) {
  double worst = 0;
  const bool any =
      for_zeros(setting, false, [&](const RowParameters& at) { worst = larger(worst, pair_violation(at)); });
  return at_most(any ? worst : none_found, 1e-10);
}

/// The ICML text's condition for the second member of a pair has C_{2i,2i−1} in place of C_{2i,2i}; arXiv v1, the
/// poster and the text's own appendix are right. At a zero of the loss with p_{T−1} = ratio·p_T the printed expression
/// is p_T C_{2i,2i−1} + 2 C_{2i,2i−1} p_{T−1} = −ratio(1 + 2 ratio)/(1 + ratio) or, with only one C_{2i,2i−1} in the
/// last term, −ratio. Neither is 0 for a generic ratio.
Verdict printed_condition(const Config& setting) {
  const int d = setting.small_integer("dim"), T = setting.small_integer("length"), H = setting.small_integer("heads");
  const PredictionExpansion expansion(ContextKind::orthogonal, d, T);
  double smallest = std::numeric_limits<double>::infinity();
  for (int n = 0; n < setting.small_integer("draws"); ++n) {
    RandomStream random(setting.integer("seed"), Purpose::claims, first_draw + std::uint64_t(n));
    const auto [heads, p] = construction(d, T, H, random.uniform(0.5, 2), generic_ratio(random), random);
    const MatrixXd c = heads.product();
    const double last = p[T - 1] * c(1, 0), previous = p[T - 2] * c(1, 0);
    const bool zero = expansion.loss(c, p) < 1e-24;
    smallest = smaller(smallest, zero ? smaller(std::abs(last + 2 * previous), std::abs(last + previous)) : 0.0);
  }
  return at_least(smallest, 0.08);
}

/// With d/2 ≤ H < d heads C cannot have full rank, and p_{T−1}/p_T = −½ is forced.
Verdict forced_ratio(const Config& setting) {
  double worst = 0;
  const bool any = for_zeros(setting, true, [&](const RowParameters& at) {
    const auto T = at.p.size();
    worst = larger(worst, std::abs(at.p[T - 2] / at.p[T - 1] + 0.5), pair_violation(at));
  });
  return at_most(any ? worst : none_found, 1e-10);
}

void even_dim(const Config& setting) {
  if (setting.integer("dim") % 2)
    throw Error(ErrorKind::config,
                fmt::format("dim = {}: must be even, contexts are conjugate pairs", setting.integer("dim")));
}

void full_rank_heads(const Config& setting) {
  even_dim(setting);
  if (setting.integer("heads") < setting.integer("dim"))
    throw Error(ErrorKind::config, fmt::format("heads = {}: must be at least dim = {}; fewer are prop6-heads",
                                               setting.integer("heads"), setting.integer("dim")));
}

void few_heads(const Config& setting) {
  even_dim(setting);
  const auto H = setting.integer("heads"), d = setting.integer("dim");
  if (2 * H < d || H >= d)
    throw Error(ErrorKind::config, fmt::format("heads = {}: must be from dim/2 = {} to dim - 1 = {}", H, d / 2, d - 1));
}

}  // namespace

Claim lemma3() {
  return {"lemma3",
          "A9",
          "d/2 heads reach zero loss",
          "largest error of a prediction at the construction",
          {dim(10, 2), length(20), samples(50), seed()},
          {{{"dim", 2}, {"length", 2}}, {{"dim", 30}, {"length", 40}, {"samples", 2}}},
          half_the_heads,
          even_dim};
}

Claim prop6() {
  return {"prop6",
          "A10",
          "conditions of zero loss",
          "largest violation of the conditions at a zero of the loss",
          {dim(4, 2, 10), length(6, 2, 20), heads(4, 1, 20), draws(20), seed()},
          {{{"dim", 2}, {"length", 2}, {"heads", 2}}, {{"dim", 6}, {"length", 5}, {"heads", 7}, {"seed", 2}}},
          conditions,
          full_rank_heads};
}

Claim prop6_as_printed() {
  return {"prop6-as-printed",
          "A10",
          "ICML's 2nd condition wrong",
          "smallest violation at a zero of what the ICML proceedings alone print",
          {dim(4, 2, 10), length(6, 2, 20), heads(4, 1, 20), draws(20), seed()},
          {{{"dim", 2}, {"length", 2}, {"heads", 2}}, {{"dim", 10}, {"length", 12}, {"heads", 12}}},
          printed_condition,
          full_rank_heads};
}

Claim prop6_heads() {
  return {"prop6-heads",
          "A10",
          "H < d: p_{T-1}/p_T = -1/2",
          "largest distance from -1/2 at a zero of the loss",
          {dim(4, 2, 10), length(6, 2, 20), heads(3, 1, 20), draws(20), seed()},
          {{{"dim", 2}, {"length", 2}, {"heads", 1}}, {{"dim", 6}, {"length", 4}, {"heads", 3}, {"seed", 2}}},
          forced_ratio,
          few_heads};
}

}  // namespace icsweep
