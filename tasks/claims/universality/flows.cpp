#include <Eigen/Core>

#include "tasks/algebra/decompositions.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/universality/sequences.hpp"

namespace icsweep {
namespace {

using Eigen::MatrixXd;

/// x(τ) of dx/dτ = b − A x, x(0) = 0, by classical Runge-Kutta in steps h with h‖A‖ at most `step`.
MatrixXd flow(const MatrixXd& a, const MatrixXd& b, double tau, double step) {
  const auto steps = std::int64_t(std::ceil(tau * a.norm() / step));
  const double h = tau / double(steps);
  MatrixXd x = MatrixXd::Zero(b.rows(), b.cols());
  for (std::int64_t n = 0; n < steps; ++n) {
    const MatrixXd k1 = b - a * x, k2 = b - a * (x + h / 2 * k1), k3 = b - a * (x + h / 2 * k2),
                   k4 = b - a * (x + h * k3);
    x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return x;
}

/// e^{−τA}: the series for τ/2^k, squared k times.
MatrixXd decay(const MatrixXd& a, double tau) {
  const int squarings = std::max(0, int(std::ceil(std::log2(tau * a.norm()))) + 1);
  const MatrixXd small = -std::ldexp(tau, -squarings) * a;
  MatrixXd term = MatrixXd::Identity(a.rows(), a.cols()), sum = term;
  for (int n = 1; n <= 20; ++n) sum += term = (term * small / n).eval();
  for (int n = 0; n < squarings; ++n) sum = (sum * sum).eval();
  return sum;
}

/// Eq 7 with η → 0: du/dτ = −(A u − (A − diag A) y) from 0 is at (I − e^{−τA}) u* [eq 4].
Verdict continuous_depth(const Config& setting) {
  const auto distance = [](Kernel kernel, const Tokens& x) {
    const CausalDescent descent(kernel, x);
    const MatrixXd limit = descent.limit();
    double largest = 0;
    for (const double tau : {0.1, 0.5, 2.0}) {
      const MatrixXd expected = limit - decay(descent.matrix(), tau) * limit;
      largest = larger(largest, largest_entry(flow(descent.matrix(), descent.pull(), tau, 0.02) - expected));
    }
    return largest;
  };
  return at_most(largest_over(setting, {Kernel::id, Kernel::exp, Kernel::softmax}, distance), 1e-8);
}

/// The flow tends to u*, whatever the transient of eq 7, in the end as e^{−τ min A_tt}.
Verdict infinite_depth(const Config& setting) {
  const auto distance = [](Kernel kernel, const Tokens& x) {
    const CausalDescent descent(kernel, x);
    const double tau = 100 / descent.matrix().diagonal().minCoeff();
    return largest_entry(flow(descent.matrix(), descent.pull(), tau, 0.5) - MatrixXd(descent.limit()));
  };
  return at_most(largest_over(setting, {Kernel::id, Kernel::exp, Kernel::softmax}, distance), 1e-10);
}

/// Appendix B: the causal dual flow dμ/dτ = −(A μ − y) ends at the μ of eq 8.
Verdict dual_flow(const Config& setting) {
  const auto distance = [](Kernel kernel, const Tokens& x) {
    const CausalDescent descent(kernel, x);
    const MatrixXd end = flow(descent.matrix(), descent.next(), 100 / kernel_of_norm(kernel, 1), 0.5);
    return largest_entry(end - MatrixXd(dual_variables(kernel, x)));
  };
  return at_most(largest_over(setting, {Kernel::id, Kernel::exp}, distance), 1e-10);
}

/// With the full symmetric K = (k(x_t, x_s)) in place of A the flow ends at K⁺y, which differs from eq 8.
Verdict unmasked_flow(const Config& setting) {
  double mean = 0;
  const int samples = setting.small_integer("samples");
  for (int i = 0; i < samples; ++i) {
    const CausalDescent descent = descent_of(setting, i, Kernel::exp, setting.small_integer("length"));
    const MatrixXd& a = descent.matrix();
    const MatrixXd k = a.selfadjointView<Eigen::Lower>(), next = descent.next();
    const MatrixXd end = least_squares(k, next);
    mean += largest_entry(a * end - next) / samples;
  }
  return at_least(mean, 0.1);
}

}  // namespace

Claim universality_flow() {
  return {"universality-flow",
          "U11",
          "u = (1 - exp(-tau A)) u*",
          "largest distance of the integrated flow, tau = 0.1, 0.5, 2",
          {dim(5), length(20, 2, 40), samples(3), seed()},
          {{{"dim", 1}, {"length", 2}}, {{"dim", 9}, {"length", 40}, {"samples", 1}}},
          continuous_depth};
}

Claim universality_flow_limit() {
  return {"universality-flow-limit",
          "U11",
          "the flow ends at u*",
          "largest distance of its end from u*",
          {dim(5), length(20, 2, 40), samples(3), seed()},
          {{{"dim", 1}, {"length", 2}}, {{"dim", 9}, {"length", 30}, {"samples", 1}}},
          infinite_depth};
}

Claim universality_dual() {
  return {"universality-dual",
          "U12",
          "dual flow ends at eq 8",
          "largest distance of its end from mu",
          {dim(5), length(20, 2, 40), samples(3), seed()},
          {{{"dim", 1}, {"length", 2}}, {{"dim", 9}, {"length", 40}, {"samples", 1}}},
          dual_flow};
}

Claim universality_dual_unmasked() {
  return {"universality-dual-unmasked",
          "U12",
          "unmasked it ends elsewhere",
          "mean over samples of the largest residual of eq 8",
          {dim(5, 2), length(10, 2, 40), samples(100, 100), seed()},
          {{{"dim", 2}, {"length", 2}}, {{"dim", 20}, {"length", 30}, {"seed", 2}}},
          unmasked_flow};
}

}  // namespace icsweep
