#include <fmt/format.h>

#include <Eigen/Dense>

#include "tasks/claims/autoregressive/diagonal_model.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/covariates/patched_head.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/parameters.hpp"

namespace icsweep {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// β of A.1: Σ_i (U_x x_i + u_y η_i)(v_x·x_i + v_y·η_i) without its terms of degree 0 and 2 in η. tokens: those of w =
/// 0.
VectorXd beta(const PatchedRegression& regression, const PatchedHead& head, const MatrixXd& tokens) {
  PatchedHead of_x = head, of_noise = head;
  for (int j = 0; j < regression.patch; ++j) {
    of_x.u.col(regression.y(j)).setZero();
    of_x.v[regression.y(j)] = 0;
    of_noise.u.middleCols(regression.x(j), regression.dim).setZero();
    of_noise.v.segment(regression.x(j), regression.dim).setZero();
  }
  return estimate({of_x.u, of_noise.v}, tokens) + estimate({of_noise.u, of_x.v}, tokens);
}

/// S_u Σ_j v_yj v_xj + S_v Σ_j U_xjᵀu_yj with S_u = Σ‖u_yj‖², S_v = Σ v_yj². E⟨α, β⟩ is Nσ² times its inner product
/// with w.
VectorXd correlation(const PatchedRegression& regression, const PatchedHead& head) {
  const int d = regression.dim;
  VectorXd by_v = VectorXd::Zero(d), by_u = by_v;
  double s_u = 0, s_v = 0;
  for (int j = 0; j < regression.patch; ++j) {
    const VectorXd u_y = head.u.col(regression.y(j));
    const double v_y = head.v[regression.y(j)];
    by_v += v_y * head.v.segment(regression.x(j), d);
    by_u += head.u.middleCols(regression.x(j), d).transpose() * u_y;
    s_u += u_y.squaredNorm();
    s_v += v_y * v_y;
  }
  return s_u * by_v + s_v * by_u;
}

/// A.1 says that E⟨α, β⟩ = 0 by independence. But α contains v_yj u_yk y_j y_k, which, like β, has terms linear in η:
/// for w along `correlation` the mean of an unbiased head is not 0. (The bound survives: covariates-theorem31-sharp.)
/// Averaged over η and −η, which leaves only α's terms linear in η: ŵ(η) − ŵ(−η) = 2(β + those terms). NaN if the mean
/// differs from the closed form.
Verdict uncorrelated(const Config& setting) {
  const PatchedRegression regression = patched_regression(setting);
  const int d = regression.dim, samples = setting.small_integer("samples");
  RandomStream random(setting.integer("seed"), Purpose::claims, first_draw);
  const PatchedHead head = unbiased_head(regression, 1, random);
  const VectorXd direction = correlation(regression, head), w = direction.normalized();
  SampleMean product;
  for (int n = 0; n < samples; ++n) {
    const auto tokens = [&](const VectorXd& truth) {
      RandomStream stream(setting.integer("seed"), Purpose::claims, std::uint64_t(n));
      return draw_tokens(regression, MatrixXd::Identity(d, d), truth, stream);
    };
    const MatrixXd noise = tokens(VectorXd::Zero(d)), drawn = tokens(w);
    MatrixXd turned = drawn;
    for (int j = 0; j < regression.patch; ++j) turned.col(regression.y(j)) -= 2 * noise.col(regression.y(j));
    const VectorXd b = beta(regression, head, noise);
    product.add(b.dot(estimate(head, drawn) - estimate(head, turned)) / 2 - b.squaredNorm());
  }
  const double expected = regression.patches() * regression.noise * regression.noise * direction.norm();
  if (!(product.standard_errors_from(expected, 0) <= standard_errors_allowed(1, samples)))
    return at_least(std::numeric_limits<double>::quiet_NaN(), 8);
  return at_least(product.standard_errors_from(0, 0), 8);
}

/// The mean of a head that violates eq 5 is printed with Σ_j v_yj u_yj (1 + ‖w‖²), but E y² = σ² + ‖w‖². For U_x = I/n,
/// v_x = 0, u_yj = v_yj e/n with ‖e‖ = 1 the printed mean is off by (1 − σ²)e.
Verdict unit_noise(const Config& setting) {
  const PatchedRegression regression = patched_regression(setting);
  const int d = regression.dim, samples = setting.small_integer("samples");
  const double variance = regression.noise * regression.noise;
  PatchedHead head = equal_heads(regression, 1).front();
  for (int j = 0; j < regression.patch; ++j)
    head.u(0, regression.y(j)) = head.v[regression.y(j)] / regression.patches();
  const VectorXd w = VectorXd::Unit(d, d - 1);
  SampleMean along;
  for (int n = 0; n < samples; ++n) {
    RandomStream random(setting.integer("seed"), Purpose::claims, std::uint64_t(n));
    along.add(estimate(head, draw_tokens(regression, MatrixXd::Identity(d, d), w, random))[0]);
  }
  if (!(along.standard_errors_from(w[0] + variance + 1, 0) <= standard_errors_allowed(1, samples)))
    return at_least(std::numeric_limits<double>::quiet_NaN(), 8);
  return at_least(along.standard_errors_from(w[0] + 1 + 1, 0), 8);
}

void several_slots(const Config& setting) {
  patch_divides(setting);
  if (setting.integer("patch") < 2)
    throw Error(ErrorKind::config, "patch = 1: must be at least 2, or only the equal head is unbiased");
}

/// The last lines of A.1 lack squares. Σ_ℓ ‖v_y‖²‖U_x(ℓ)‖² + ‖u_y(ℓ)‖²‖v_x(ℓ)‖² ≥ ½ Σ_ℓ (⟨v_y, U_x(ℓ)⟩ + ⟨u_y(ℓ),
/// v_x(ℓ)⟩)² holds; without the square the equal head violates it: d p²/n² against ½ d p/n.
Verdict missing_square(const Config& setting) {
  const PatchedRegression regression = patched_regression(setting);
  const PatchedHead head = equal_heads(regression, 1).front();
  double left = 0, right = 0, squared = 0;
  for (int l = 0; l < regression.dim; ++l) {
    double v = 0, u = 0, both = 0;
    for (int j = 0; j < regression.patch; ++j) {
      const double v_y = head.v[regression.y(j)], u_x = head.u(l, regression.x(j) + l);
      v += v_y * v_y;
      u += u_x * u_x;
      both += v_y * u_x;
    }
    left += v * u;
    right += both / 2;
    squared += both * both / 2;
  }
  return at_least(squared <= left ? right / left : std::numeric_limits<double>::quiet_NaN(), 1 + 1e-9);
}

void many_patches(const Config& setting) {
  patch_divides(setting);
  if (setting.integer("examples") <= 2 * setting.integer("patch"))
    throw Error(ErrorKind::config, fmt::format("examples = {}: must be above 2 patch = {}", setting.integer("examples"),
                                               2 * setting.integer("patch")));
}

}  // namespace

Claim covariates_alpha_as_printed() {
  return {"covariates-alpha-as-printed",
          "S7",
          "alpha and beta correlate",
          "distance of the mean of their product from 0, in standard errors",
          {dim(10, 1, 12), examples(40), patch(4, 1, 8), noise(1, 0.1), samples(4000, 4000), seed()},
          {{{"dim", 1}, {"examples", 2}, {"patch", 2}}, {{"dim", 5}, {"examples", 30}, {"patch", 3}, {"noise", 3.0}}},
          uncorrelated,
          several_slots};
}

Claim covariates_mean_as_printed() {
  return {"covariates-mean-as-printed",
          "S7",
          "the mean has s^2, not 1",
          "distance of the printed mean from Monte Carlo, in standard errors",
          {dim(10), examples(40), patch(4), noise(2, 1.5), samples(2000, 1000), seed()},
          {{{"dim", 1}, {"examples", 4}, {"patch", 1}, {"noise", 1.5}}, {{"dim", 20}, {"patch", 10}, {"noise", 5.0}}},
          unit_noise,
          patch_divides};
}

Claim covariates_chain_as_printed() {
  return {"covariates-chain-as-printed",
          "S7",
          "its last lines lack squares",
          "the printed smaller side over the larger",
          {dim(10), examples(40), patch(4), noise(1)},
          {{{"dim", 1}, {"examples", 3}, {"patch", 1}}, {{"dim", 20}, {"examples", 60}, {"patch", 20}}},
          missing_square,
          many_patches};
}

}  // namespace icsweep
