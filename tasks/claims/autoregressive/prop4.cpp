#include "tasks/claims/autoregressive/diagonal_model.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/parameters.hpp"
#include "tasks/diagonal/diagonal_loss.hpp"

namespace icsweep {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// C and p drawn at random, ‖C‖_F² ≥ d and |p_{T−1}| ≥ 1, and the loss of eq 6 on sampled contexts, the same for all
/// draws.
struct Comparison {
  MatrixXd c;
  VectorXd p;
  SampleMean loss;
};

std::vector<Comparison> sampled_losses(const Config& setting) {
  const int d = setting.small_integer("dim"), T = setting.small_integer("length");
  std::vector<Comparison> draws;
  for (int k = 0; k < setting.small_integer("draws"); ++k) {
    RandomStream random(setting.integer("seed"), Purpose::claims, first_draw + std::uint64_t(k));
    Comparison draw{
        normal_matrix(d, d, random) / std::sqrt(double(d)), normal_matrix(T, 1, random) / std::sqrt(double(T)), {}};
    draw.p[T - 2] += draw.p[T - 2] < 0 ? -1 : 1;
    draw.c *= std::max(1.0, std::sqrt(double(d)) / draw.c.norm());
    draws.push_back(draw);
  }
  for (int n = 0; n < setting.small_integer("samples"); ++n) {
    RandomStream random(setting.integer("seed"), Purpose::claims, std::uint64_t(n));
    const auto tokens = tokens_of(draw_eigenvalues(ContextKind::unitary, d, random), T + 1);
    for (Comparison& draw : draws) draw.loss.add(squared_error(heads_of(draw.c), draw.p, tokens));
  }
  return draws;
}

/// Prop 4, corrected: l(C, p) = (‖p‖² − p²_{T−1})‖C‖_F² + p²_{T−1} S(CᵀC) − 2 Tr(C) p_T + d, S the sum of all entries.
Verdict closed_form(const Config& setting) {
  const auto draws = sampled_losses(setting);
  double largest = 0;
  for (const auto& draw : draws) {
    const double loss = diagonal_row_loss(DiagonalForm::unitary, draw.c, draw.p);
    largest = larger(largest, draw.loss.standard_errors_from(loss, 1e-12 * loss));
  }
  return at_most(largest, standard_errors_allowed(int(draws.size()), double(setting.integer("samples"))));
}

/// The printed form has ‖p‖² in place of ‖p‖² − p²_{T−1}. The expectation over t = t' already contains j = k, so for t
/// = T−1 only j ≠ k remains: S(CᵀC) − ‖C‖_F². The printed form is too large for every draw; the claim judges the
/// average draw.
Verdict printed_form(const Config& setting) {
  double distance = 0, variance = 0;
  for (const auto& draw : sampled_losses(setting)) {
    distance += diagonal_row_loss(DiagonalForm::unitary_printed, draw.c, draw.p) - draw.loss.mean();
    variance += draw.loss.standard_error();
  }
  return at_least(distance / variance, 8);  // the draws share their contexts: their errors add up at worst
}

}  // namespace

Claim prop4() {
  return {"prop4",
          "A7",
          "closed form of the loss",
          "largest distance from Monte Carlo, in standard errors",
          {dim(5), length(20), samples(50'000, 100), draws(20), seed()},
          {{{"dim", 1}, {"length", 2}, {"samples", 100}}, {{"dim", 3}, {"length", 7}, {"samples", 5000}, {"seed", 5}}},
          closed_form};
}

Claim prop4_as_printed() {
  return {
      "prop4-as-printed",
      "A7",
      "counts t=T-1 twice",
      "distance from Monte Carlo, in standard errors",
      {dim(5), length(20), samples(20'000, 2000), draws(10), seed()},
      {{{"dim", 1}, {"length", 2}, {"samples", 2000}}, {{"dim", 3}, {"length", 60}, {"samples", 2000}, {"draws", 1}}},
      printed_form};
}

}  // namespace icsweep
