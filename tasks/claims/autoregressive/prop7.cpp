#include <Eigen/Core>
#include <algorithm>
#include <complex>
#include <numbers>

#include "tasks/algebra/decompositions.hpp"
#include "tasks/autoregressive/positional_encoding.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/parameters.hpp"

namespace icsweep {

using Eigen::MatrixXd;

namespace {

/// Angles of W(μ), uniform in (0, 2π/μ), and weights that integrate every λ^k, |k| ≤ 2T, to rounding: Gauss and
/// Legendre's rule of eight points on pieces over which the fastest power turns by at most a radian.
struct Quadrature {
  std::vector<double> angle, weight;

  Quadrature(int T, double mu) {
    constexpr double node[] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
    constexpr double share[] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763};
    const double range = 2 * std::numbers::pi / mu;
    const int pieces = int(std::ceil(2 * T * range));
    for (int i = 0; i < pieces; ++i)
      for (int k = 0; k < 4; ++k)
        for (const double side : {-1, 1}) {
          angle.push_back(range * (i + (1 + side * node[k]) / 2) / pieces);
          weight.push_back(share[k] / 2 / pieces);
        }
  }
};

/// The Hessian of l(p) = E|Σ_t p_t λ^{2t−T} − λ^T|² [eq 7] by second differences of step 1, exact for a quadratic, with
/// the expectation by quadrature.
MatrixXd differences(int T, double mu) {
  const Quadrature quadrature(T, mu);
  MatrixXd hessian = MatrixXd::Zero(T, T);
  for (std::size_t n = 0; n < quadrature.angle.size(); ++n) {
    const auto power = [&](int k) { return std::polar(1.0, k * quadrature.angle[n]); };
    std::vector<std::complex<double>> term;
    for (int t = 1; t <= T; ++t) term.push_back(power(2 * t - T));
    const std::complex<double> target = power(T);
    for (int t = 0; t < T; ++t)
      for (int u = 0; u < T; ++u)
        hessian(t, u) += quadrature.weight[n] * (std::norm(term[t] + term[u] - target) - std::norm(term[t] - target) -
                                                 std::norm(term[u] - target) + std::norm(target));
  }
  return hessian;
}

/// Bound on rounding: numbers below 10, powers of angles up to 4πT.
double rounding(int T) {
  return std::numeric_limits<double>::epsilon() * (64 + 16 * T);
}

/// Prop 7: H_{tt'} = μ sin(4(t'−t)π/μ) / (4π(t'−t)), diagonal 1, is half the Hessian of l.
Verdict formula(const Config& setting) {
  const int T = setting.small_integer("length");
  const double mu = setting.real("mu");
  return at_most(largest_entry(differences(T, mu) / 2 - restricted_hessian(T, mu)), rounding(T));
}

/// Printed as the Hessian of l itself, from which it differs by a factor of 2: by 1 on the diagonal.
Verdict printed(const Config& setting) {
  const int T = setting.small_integer("length");
  const double mu = setting.real("mu");
  return at_least(
      (differences(T, mu) - restricted_hessian(T, mu)).diagonal().cwiseAbs().minCoeff<Eigen::PropagateNaN>(),
      1 - rounding(T));
}

/// σ_1 → T and σ_2 … σ_T → 0 as μ → ∞. H differs from the matrix of ones, whose eigenvalues are T, 0 … 0, by 1 −
/// sin(x)/x ≤ x²/6 at x = 4π(t'−t)/μ; no eigenvalue moves by more than the difference's Frobenius norm (Weyl), and that
/// falls as μ⁻².
Verdict limits(const Config& setting) {
  const int T = setting.small_integer("length");
  double worst = 0;
  for (double mu = setting.real("mu"), step = 0; step < 5; ++step, mu *= 10) {
    const Eigen::VectorXd spectrum = symmetric_eigenvalues(restricted_hessian(T, mu));
    double squares = 0;
    for (int k = 1; k < T; ++k) squares += 2 * (T - k) * std::pow(4 * std::numbers::pi * k / mu, 4) / 36;
    Eigen::VectorXd limit = Eigen::VectorXd::Zero(T);
    limit[T - 1] = T;
    const double allowed = std::sqrt(squares) + T * rounding(T);
    worst = larger(worst, largest_entry(spectrum - limit) / allowed);
  }
  return at_most(worst, 1);
}

}  // namespace

Claim prop7() {
  return {"prop7",
          "A12",
          "H = half the Hessian of l",
          "largest difference of an entry",
          {length(30, 2, 100), mu(50)},
          {{{"length", 2}, {"mu", 1.0}}, {{"length", 60}, {"mu", 2.7}}},
          formula};
}

Claim prop7_as_printed() {
  return {"prop7-as-printed",
          "A12",
          "the Hessian of l is 2H",
          "smallest difference of a diagonal entry",
          {length(30, 2, 100), mu(50)},
          {{{"length", 2}, {"mu", 1.0}}, {{"length", 30}, {"mu", 1e6}}},
          printed};
}

Claim prop7_limits() {
  return {"prop7-limits",
          "A12",
          "eigenvalues tend to T, 0...",
          "largest distance from the limit, of that allowed at mu",
          {length(30, 2, 200), mu(50)},
          {{{"length", 2}, {"mu", 1.0}}, {{"length", 60}, {"mu", 1e9}}},
          limits};
}

}  // namespace icsweep
