#include <array>

#include "tasks/claims/autoregressive/diagonal_model.hpp"
#include "tasks/claims/autoregressive/expansion.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/parameters.hpp"

namespace icsweep {

/// ΣN / Σ(N² + (d−1)N). N pairs (s_t, s_{t−1}) are summed at T = 2 … T_max: T of them if s_0 = λ⁻¹, T−1 if s_0 = 0.
double prop2_step(int d, int T_max, FirstPredecessor s0) {
  const int missing = s0 == FirstPredecessor::zero ? 1 : 0;
  double first = 0, second = 0;
  for (int T = 2; T <= T_max; ++T) {
    const double pairs = T - missing;
    first += pairs;
    second += pairs * (pairs + d - 1);
  }
  return first / second;
}

namespace {

using Eigen::MatrixXcd;
using Eigen::VectorXcd;

constexpr int coefficients = 8, descent = 2;  // a_3 b_1

/// d×8: the output of layer (4) on e_1 … e_T as a linear form in a_1b_1, a_2b_1, a_3b_1, a_4b_1, a_1b_2 … a_4b_2
/// [assumption 2]; `current` and `previous`: d×T, the blocks s_t and s_{t−1} of the tokens.
MatrixXcd features(const MatrixXcd& current, const MatrixXcd& previous) {
  const auto last = current.cols() - 1;
  MatrixXcd f(current.rows(), coefficients);
  for (const int b : {0, 1}) {
    const MatrixXcd& value = b == 0 ? current : previous;
    const MatrixXcd by_current = value * current.adjoint(), by_previous = value * previous.adjoint();
    f.col(4 * b) = by_current * current.col(last);
    f.col(4 * b + 1) = by_current * previous.col(last);
    f.col(4 * b + 2) = by_previous * current.col(last);
    f.col(4 * b + 3) = by_previous * previous.col(last);
  }
  return f;
}

/// s_0 … s_{T_max+1} of context n.
MatrixXcd sequence(const Config& setting, int n, FirstPredecessor s0) {
  RandomStream random(setting.integer("seed"), Purpose::claims, std::uint64_t(n));
  const int d = setting.small_integer("dim"), T_max = setting.small_integer("length");
  const VectorXcd lambda = draw_eigenvalues(ContextKind::unitary, d, random);
  MatrixXcd s = MatrixXcd::Zero(d, T_max + 2);
  s.rightCols(T_max + 1) = tokens_of(lambda, T_max + 1);
  if (s0 == FirstPredecessor::inverse) s.col(0) = lambda.conjugate();
  return s;
}

/// The step that fits the samples best is Σ Re⟨f, s_{T+1}⟩ / Σ‖f‖² with f = Σ_t s_t s_{t−1}* s_T. Its distance from
/// prop2_step is the mean of Σ_T Re⟨f, s_{T+1} − step·f⟩ over the mean of Σ_T ‖f‖²; measured relative to prop2_step.
Verdict fitted_step(const Config& setting, FirstPredecessor s0) {
  const int d = setting.small_integer("dim"), T_max = setting.small_integer("length"),
            samples = setting.small_integer("samples");
  const double step = prop2_step(d, T_max, s0);
  SampleMean slope, curvature;
  for (int n = 0; n < samples; ++n) {
    const MatrixXcd s = sequence(setting, n, s0);
    MatrixXcd pairs = s.col(1) * s.col(0).adjoint();
    double slopes = 0, curvatures = 0;
    for (int T = 2; T <= T_max; ++T) {
      pairs += s.col(T) * s.col(T - 1).adjoint();
      const VectorXcd f = pairs * s.col(T);
      slopes += f.dot(s.col(T + 1) - step * f).real();
      curvatures += f.squaredNorm();
    }
    slope.add(slopes);
    curvature.add(curvatures);
  }
  const double scale = curvature.mean() * step, allowed = standard_errors_allowed(1, samples) * slope.standard_error();
  return at_most(std::abs(slope.mean()) / scale, allowed / scale + 1e-11);
}

Verdict step_from_zero(const Config& setting) {
  return fitted_step(setting, FirstPredecessor::zero);
}

Verdict step_from_inverse(const Config& setting) {
  return fitted_step(setting, FirstPredecessor::inverse);
}

/// The loss is quadratic in the eight products. At a_3b_1 = prop2_step, others 0, its gradients E Σ_T Re⟨f_k, error⟩
/// vanish along all of them, for both s_0: no other part of the layer helps.
Verdict nothing_else(const Config& setting) {
  const int d = setting.small_integer("dim"), T_max = setting.small_integer("length"),
            samples = setting.small_integer("samples");
  double largest = 0;
  for (const auto s0 : {FirstPredecessor::zero, FirstPredecessor::inverse}) {
    std::array<SampleMean, coefficients> gradient;
    for (int n = 0; n < samples; ++n) {
      const MatrixXcd s = sequence(setting, n, s0);
      Eigen::VectorXd sum = Eigen::VectorXd::Zero(coefficients);
      for (int T = 2; T <= T_max; ++T) {
        const MatrixXcd f = features(s.middleCols(1, T), s.leftCols(T));
        sum += (f.adjoint() * (prop2_step(d, T_max, s0) * f.col(descent) - s.col(T + 1))).real();
      }
      for (int k = 0; k < coefficients; ++k) gradient[k].add(sum[k]);
    }
    // If all T together cancel, as for d = 1, only the rounding of sums of T² terms below d³ remains.
    const double rounding = 1e-14 * T_max * T_max * std::pow(d, 3);
    for (const SampleMean& g : gradient) largest = larger(largest, g.standard_errors_from(0, rounding));
  }
  return at_most(largest, standard_errors_allowed(2 * coefficients, samples));
}

/// The best a_3b_1 for s_0 = 0, computed without sampling by the monomials of Σ_{t=2}^T Σ_j λ_j^{T−t+1} λ_i^{t−1}.
double exact_step(int d, int T_max) {
  double first = 0, second = 0;
  for (int T = 2; T <= T_max; ++T) {
    Monomials monomials(ContextKind::unitary);
    std::vector<double> coefficient(1);
    const int target = monomials.id(0, T, 0, 0);
    for (int t = 2; t <= T; ++t)
      for (int j = 0; j < d; ++j) {
        const int k = monomials.id(j, T - t + 1, 0, t - 1);
        coefficient.resize(std::size_t(monomials.count()));
        coefficient[k] += 1;
      }
    first += coefficient[target];
    for (const double c : coefficient) second += c * c;
  }
  return first / second;
}

/// The printed step counts T pairs at T, which needs s_0 = λ⁻¹. But Prop 1's layer is a gradient step only for s_0 = 0,
/// where the best step differs by a relative amount of about 1/T_max.
Verdict printed_step(const Config& setting) {
  const int d = setting.small_integer("dim"), T_max = setting.small_integer("length");
  const double best = exact_step(d, T_max);
  return at_least(std::abs(prop2_step(d, T_max, FirstPredecessor::inverse) / best - 1), 0.25 / (T_max + d));
}

/// η* T_max → 3/2: both steps are within 3d/T_max of it.
Verdict step_limit(const Config& setting) {
  const int d = setting.small_integer("dim"), T_max = setting.small_integer("length");
  double distance = 0;
  for (const auto s0 : {FirstPredecessor::zero, FirstPredecessor::inverse})
    distance = larger(distance, std::abs(prop2_step(d, T_max, s0) * T_max - 1.5));
  return at_most(distance, 3.0 * d / T_max);
}

}  // namespace

Claim prop2() {
  return {"prop2",
          "A4",
          "best step fits, s_0 = 0",
          "relative distance of the fitted step from the formula's",
          {dim(5), length(50, 2, 1000), samples(50'000, 100), seed()},
          {{{"dim", 1}, {"length", 2}, {"samples", 100}}, {{"dim", 20}, {"length", 7}, {"samples", 3000}}},
          step_from_zero};
}

Claim prop2_inverse() {
  return {"prop2-inverse",
          "A4",
          "best step fits, s_0 = s_1/W",
          "relative distance of the fitted step from the formula's",
          {dim(5), length(50, 2, 1000), samples(50'000, 100), seed()},
          {{{"dim", 1}, {"length", 9}, {"samples", 100}}, {{"dim", 9}, {"length", 2}, {"samples", 3000}}},
          step_from_inverse};
}

Claim prop2_others() {
  return {"prop2-others",
          "A4",
          "all other coefficients 0",
          "largest gradient at the optimum, in standard errors",
          {dim(5), length(20, 2, 200), samples(2000, 100), seed()},
          {{{"dim", 1}, {"length", 3}, {"samples", 100}}, {{"dim", 8}, {"length", 5}, {"samples", 1000}}},
          nothing_else};
}

Claim prop2_as_printed() {
  return {"prop2-as-printed",
          "A4",
          "printed step wrong if s_0=0",
          "relative distance of the printed step from the best",
          {dim(5), length(50, 2, 200)},
          {{{"dim", 1}, {"length", 2}}, {{"dim", 20}, {"length", 100}}},
          printed_step};
}

Claim prop2_limit() {
  return {"prop2-limit",
          "A4",
          "step * T tends to 3/2",
          "distance of step times T from 3/2",
          {dim(5), length(100'000, 5, 1e8)},
          {{{"dim", 1}, {"length", 5}}, {{"dim", 100}, {"length", 50}}},
          step_limit};
}

}  // namespace icsweep
