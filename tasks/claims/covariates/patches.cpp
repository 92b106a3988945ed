#include <fmt/format.h>

#include "tasks/claims/autoregressive/diagonal_model.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/covariates/patched_head.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/parameters.hpp"

namespace icsweep {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The least error that one head reaches by descent over all of U and v, from random starts, is the floor: for one
/// example per token (`aligned`), and for patches. Attention to the query's own token is omitted: its term is cubic in
/// the query and independent of w, so it cannot help.
Verdict least_error(const Config& setting) {
  const PatchedRegression regression = patched_regression(setting);
  double least = std::numeric_limits<double>::infinity();
  for (int n = 0; n < setting.small_integer("draws"); ++n) {
    RandomStream random(setting.integer("seed"), Purpose::claims, first_draw + std::uint64_t(n));
    least = smaller(least, descended_error(regression, normal_matrix(regression.width(), 1, random)));
  }
  return at_most(std::abs(least / patched_floor(regression, 1) - 1), 1e-9);
}

/// On sampled prompts, at the equal heads divided by 1+r: the derivatives of the error by all d² entries of a matrix Γ,
/// ŵ → Γŵ, vanish, and the error is the floor, both within standard errors. The mean over the query is exact.
Verdict fit(const Config& setting, const PatchedRegression& regression, int heads, double floor) {
  const int d = regression.dim, samples = setting.small_integer("samples");
  const double step = 1 - floor / d;
  const auto all = equal_heads(regression, heads);
  SampleMean error;
  std::vector<SampleMean> derivative(std::size_t(d) * d);
  for (int n = 0; n < samples; ++n) {
    RandomStream random(setting.integer("seed"), Purpose::claims, std::uint64_t(n));
    const VectorXd w = normal_matrix(d, 1, random);
    const MatrixXd tokens = draw_tokens(regression, MatrixXd::Identity(d, d), w, random);
    VectorXd found = VectorXd::Zero(d);
    for (const PatchedHead& head : all) found += estimate(head, tokens);
    const VectorXd residual = step * found - w;
    error.add(residual.squaredNorm());
    for (int k = 0; k < d * d; ++k) derivative[k].add(residual[k / d] * found[k % d]);
  }
  double largest = error.standard_errors_from(floor, 0);
  for (const SampleMean& g : derivative) largest = larger(largest, g.standard_errors_from(0, 0));
  return at_most(largest, standard_errors_allowed(d * d + 1, samples));
}

Verdict one_head(const Config& setting) {
  const PatchedRegression regression = patched_regression(setting);
  return fit(setting, regression, 1, patched_floor(regression, 1));
}

/// With one head per slot the floor is that of patch 1.
Verdict head_each_slot(const Config& setting) {
  const PatchedRegression regression = patched_regression(setting);
  PatchedRegression unpatched = regression;
  unpatched.patch = 1;
  return fit(setting, regression, setting.small_integer("heads"), patched_floor(unpatched, 1));
}

void head_for_each_slot(const Config& setting) {
  patch_divides(setting);
  if (setting.integer("heads") < setting.integer("patch"))
    throw Error(ErrorKind::config, fmt::format("heads = {}: must be at least patch = {}", setting.integer("heads"),
                                               setting.integer("patch")));
}

}  // namespace

Claim covariates_aligned() {
  return {"covariates-aligned",
          "S2",
          "least error d r/(1+r)",
          "relative distance of the least error found from the closed form, r = (d+1)/examples",
          {dim(10, 1, 20), examples(40), noise(0), draws(3), seed()},
          {{{"dim", 1}, {"examples", 1}}, {{"dim", 5}, {"examples", 200}, {"noise", 2.0}}},
          least_error};
}

Claim covariates_aligned_fit() {
  return {"covariates-aligned-fit",
          "S2",
          "and on samples",
          "largest derivative, or distance of the error from the closed form, in standard errors",
          {dim(10), examples(40), noise(0), samples(5000, 100), seed()},
          {{{"dim", 1}, {"examples", 1}, {"noise", 0.5}}, {{"dim", 20}, {"examples", 30}, {"samples", 1000}}},
          one_head};
}

Claim covariates_patch() {
  return {"covariates-patch",
          "S5",
          "patches: r = p(d+1)/examples",
          "relative distance of the least error found from d r/(1+r)",
          {dim(10, 1, 20), examples(40), patch(4, 1, 20), noise(0), draws(3), seed()},
          {{{"dim", 1}, {"examples", 2}, {"patch", 2}}, {{"dim", 3}, {"examples", 60}, {"patch", 5}, {"noise", 2.0}}},
          least_error,
          patch_divides};
}

Claim covariates_patch_fit() {
  return {"covariates-patch-fit",
          "S5",
          "and on samples",
          "largest derivative, or distance of the error from the closed form, in standard errors",
          {dim(10), examples(40), patch(4), noise(0), samples(4000, 100), seed()},
          {{{"dim", 1}, {"examples", 2}, {"patch", 2}}, {{"dim", 6}, {"examples", 60}, {"patch", 20}, {"noise", 2.0}}},
          one_head,
          patch_divides};
}

Claim covariates_patch_heads() {
  return {"covariates-patch-heads",
          "S5",
          "p heads: as without patches",
          "largest derivative, or distance of the error from patch 1's, in standard errors",
          {dim(10), examples(40), patch(4), heads(4), noise(0), samples(4000, 100), seed()},
          {{{"dim", 1}, {"examples", 1}, {"patch", 1}, {"heads", 3}},
           {{"dim", 4}, {"examples", 30}, {"patch", 10}, {"heads", 12}, {"noise", 0.5}, {"samples", 1000}}},
          head_each_slot,
          head_for_each_slot};
}

}  // namespace icsweep
