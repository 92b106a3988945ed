#include "tasks/claims/autoregressive/diagonal_model.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/covariates/shifted_optimum.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/parameters.hpp"

namespace icsweep {
namespace {

ShiftedModel model_of(const Config& setting, ShiftedScale scale, OwnToken own = OwnToken::left_out) {
  return {setting.small_integer("dim"), setting.small_integer("examples"), setting.real("noise"), scale, own};
}

/// On sampled prompts, at the best step: the derivatives of the error by all entries of Γ vanish, and the errors at the
/// last index and over all positions equal the closed form, all within standard errors.
double distance_from_samples(const Config& setting, const ShiftedModel& model) {
  const int d = model.dim;
  const ShiftedOptimum optimum = shifted_optimum(model);
  SampleMean last_index, mean;
  std::vector<SampleMean> derivative(std::size_t(d) * d);
  for (int n = 0; n < setting.small_integer("samples"); ++n) {
    RandomStream random(setting.integer("seed"), Purpose::claims, std::uint64_t(n));
    const Eigen::VectorXd w = normal_matrix(d, 1, random);
    const Eigen::MatrixXd x = normal_matrix(model.examples + 1, d, random);
    const Eigen::VectorXd y = x * w + model.noise * normal_matrix(model.examples + 1, 1, random);
    const ShiftedSample sample = shifted_sample(model, optimum.step, w, x, y);
    last_index.add(sample.last_index);
    mean.add(sample.mean);
    for (int k = 0; k < d * d; ++k) derivative[k].add(sample.derivative(k));
  }
  double largest =
      larger(last_index.standard_errors_from(optimum.last_index, 0), mean.standard_errors_from(optimum.mean, 0));
  for (const SampleMean& g : derivative) largest = larger(largest, g.standard_errors_from(0, 0));
  return largest;
}

Verdict fit(const Config& setting, ShiftedScale scale) {
  const int d = setting.small_integer("dim");
  return at_most(distance_from_samples(setting, model_of(setting, scale)),
                 standard_errors_allowed(d * d + 2, setting.small_integer("samples")));
}

Verdict fit_mean(const Config& setting) {
  return fit(setting, ShiftedScale::mean);
}

Verdict fit_sum(const Config& setting) {
  return fit(setting, ShiftedScale::sum);
}

/// The text says that t is not attended to; eq 1 attends to it, with value v_t. Softmax can suppress that term, but Γ
/// alone cannot: its weight ⟨x_t, Γx_t⟩ is the largest of all, on a label that is independent of y_t. Measured: the
/// error of the best step over all positions, relative to the error without the term; the worse of both scales. NaN if
/// samples disagree.
Verdict own_token(const Config& setting) {
  const int d = setting.small_integer("dim");
  double worst = 1;
  for (const ShiftedScale scale : {ShiftedScale::mean, ShiftedScale::sum}) {
    const ShiftedModel printed = model_of(setting, scale, OwnToken::printed), left_out = model_of(setting, scale);
    const double allowed = standard_errors_allowed(2 * (d * d + 2), setting.small_integer("samples"));
    if (!(distance_from_samples(setting, printed) <= allowed)) worst = std::numeric_limits<double>::quiet_NaN();
    worst = larger(worst, shifted_optimum(printed).mean / shifted_optimum(left_out).mean);
  }
  return at_least(worst, 1 + 1e-6);
}

}  // namespace

Claim covariates_sca_mean() {
  return {"covariates-sca-mean",
          "S2",
          "shifted 1/t: best step fits",
          "largest derivative, or distance of the error from the closed form, in standard errors",
          {dim(10), examples(40), noise(0), samples(4000, 100), seed()},
          {{{"dim", 1}, {"examples", 1}}, {{"dim", 4}, {"examples", 90}, {"noise", 1.5}, {"samples", 1000}}},
          fit_mean};
}

Claim covariates_sca_sum() {
  return {"covariates-sca-sum",
          "S2",
          "plain sum: best step fits",
          "largest derivative, or distance of the error from the closed form, in standard errors",
          {dim(10), examples(40), noise(0), samples(4000, 100), seed()},
          {{{"dim", 1}, {"examples", 2}}, {{"dim", 4}, {"examples", 90}, {"noise", 1.5}, {"samples", 1000}}},
          fit_sum};
}

Claim covariates_sca_as_printed() {
  return {"covariates-sca-as-printed",
          "S2",
          "linear: eq 1's v_t hurts",
          "least error over all positions, relative to that without attention to t",
          {dim(10), examples(40), noise(0), samples(2000, 100), seed()},
          {{{"dim", 1}, {"examples", 1}}, {{"dim", 3}, {"examples", 100}, {"noise", 3.0}, {"samples", 500}}},
          own_token};
}

}  // namespace icsweep
