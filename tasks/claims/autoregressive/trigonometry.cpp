#include <Eigen/Core>
#include <numbers>

#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/parameters.hpp"
#include "tasks/random.hpp"

namespace icsweep {
namespace {

Eigen::Matrix2d rotation(double angle) {
  return Eigen::Matrix2d{{std::cos(angle), -std::sin(angle)}, {std::sin(angle), std::cos(angle)}};
}

/// 2 cos ρ R_ρ − I = R_{2ρ} [figure 2], which Prop 6's optimum computes in context. All numbers are below 4.
Verdict evaluate_identities(const Config& setting) {
  RandomStream random(setting.integer("seed"), Purpose::claims, 0);
  double error = 0;
  for (int n = 0; n < setting.small_integer("samples"); ++n) {
    const double rho = random.uniform(0, 2 * std::numbers::pi);
    const Eigen::Matrix2d doubled = 2 * std::cos(rho) * rotation(rho) - Eigen::Matrix2d::Identity();
    error = larger(error, largest_entry(doubled - rotation(2 * rho)));
  }
  return at_most(error, 8 * std::numeric_limits<double>::epsilon());
}

}  // namespace

Claim trigonometry() {
  return {"trigonometry",
          "A11",
          "2cos(r) R_r - I = R_{2r}",
          "largest difference of an entry",
          {integer("samples", 10'000).between(1, 1e9).says("angles drawn"), seed()},
          {{{"samples", 1}}, {{"samples", 100'000}, {"seed", 9}}},
          evaluate_identities};
}

}  // namespace icsweep
