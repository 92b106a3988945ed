#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/universality/sequences.hpp"

namespace icsweep {
namespace {

using Eigen::RowVectorXd;

/// Row t of one causal softmax head: queries p_t, keys sign·p_s, values x_s, s = first … t. x: row s is x_s.
RowVectorXd head(const Tokens& x, const Eigen::VectorXd& p, int t, double sign, int first) {
  const Eigen::ArrayXd logits = sign * p[t] * p.segment(first, t - first + 1).array();
  const Eigen::ArrayXd weights = (logits - logits.maxCoeff()).exp();
  return (weights / weights.sum()).matrix().transpose() * x.middleRows(first, t - first + 1);
}

/// (a, 1_{a=0}, b, 1, (1 − 1_{a=0})b, 0): the feed-forward map, with 2/(1 + e^{n‖a‖}) for 1_{a=0}.
RowVectorXd fed_forward(const RowVectorXd& a, const RowVectorXd& b, double n) {
  const double is_zero = 2 / (1 + std::exp(n * a.norm()));
  RowVectorXd e(4 * a.size() + 2);
  e << a, is_zero, b, 1, (1 - is_zero) * b, RowVectorXd::Zero(a.size());
  return e;
}

/// e⁰_t = (x_{t−1}, δ_{t=1}, x_t, 1, x_t or 0 at t = 1, 0) [§3.1].
RowVectorXd augmented(const Tokens& x, int t) {
  const auto d = x.cols();
  RowVectorXd e(4 * d + 2);
  e << x.row(t - 1), double(t == 1), x.row(t), 1, (t > 1) * x.row(t), RowVectorXd::Zero(d);
  return e;
}

/// Largest ‖layer(x_first … x_t) − e⁰_t‖ over t = 1 … last, with encodings p_t = (−1)^t n t [appendix A.1].
double layer_error(const Config& setting, int sample, int first, int last) {
  const double n = setting.real("scale");
  Tokens x = Tokens::Zero(last + 1, setting.small_integer("dim"));
  x.bottomRows(last) = sequence_of(setting, sample, last).tokens;
  Eigen::VectorXd p(last + 1);
  for (int t = 0; t <= last; ++t) p[t] = (t % 2 ? -n : n) * t;
  double error = 0;
  for (int t = 1; t <= last; ++t) {
    const RowVectorXd a = head(x, p, t, -1, first), b = head(x, p, t, 1, first);
    error = larger(error, (fed_forward(a, b, n) - augmented(x, t)).norm());
  }
  return error;
}

/// Prop 1: the layer builds the augmented tokens. The largest n-dependent error is that of 1_{a=0} for ‖a‖ = 1, 2/(1 +
/// eⁿ), which affects two entries of norm 1. Attention leaks e^{−n²} at t = 1 and less later.
Verdict augmented_with_start(const Config& setting) {
  double error = 0;
  for (int i = 0; i < setting.small_integer("samples"); ++i)
    error = larger(error, layer_error(setting, i, 0, setting.small_integer("length")));
  return at_most(error, 4 * std::exp(-setting.real("scale")) + 1e-14);
}

/// As printed, sums start at s = 1: at t = 1 the first head sees only x_1 and returns it in place of x_0 = 0.
Verdict augmented_without_start(const Config& setting) {
  double error = std::numeric_limits<double>::infinity();
  for (int i = 0; i < setting.small_integer("samples"); ++i) error = smaller(error, layer_error(setting, i, 1, 1));
  return at_least(error, 1);
}

Parameter scale() {
  return real("scale", 20.0).between(2, 1e4).says("n of the encodings (-1)^t n t");
}

}  // namespace

Claim universality_prop1() {
  return {
      "universality-prop1",
      "U1",
      "layer builds the tokens e_t",
      "largest error of an augmented token",
      {dim(5), length(50), scale(), samples(20), seed()},
      {{{"dim", 1}, {"length", 2}, {"scale", 2.0}}, {{"dim", 20}, {"length", 300}, {"scale", 37.5}, {"samples", 2}}},
      augmented_with_start};
}

Claim universality_prop1_as_printed() {
  return {"universality-prop1-as-printed",
          "U1",
          "sums from s = 1 are wrong",
          "smallest error of the first augmented token",
          {dim(5), scale(), samples(20), seed()},
          {{{"dim", 1}, {"scale", 2.0}}, {{"dim", 30}, {"seed", 4}}},
          augmented_without_start};
}

}  // namespace icsweep
