#include "tasks/claims/autoregressive/diagonal_model.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/parameters.hpp"

namespace icsweep {
namespace {

/// s_{t+1} = W s_t with W uniform on O(d): ‖s_t‖ = ‖s_1‖ = 1 [§3, figure 1].
Verdict evaluate(const Config& setting) {
  const int d = setting.small_integer("dim"), T = setting.small_integer("length");
  double drift = 0;
  for (int n = 0; n < setting.small_integer("samples"); ++n) {
    RandomStream random(setting.integer("seed"), Purpose::claims, std::uint64_t(n));
    const Eigen::MatrixXd w = haar_orthogonal(d, random);
    Eigen::VectorXd s = Eigen::VectorXd::Constant(d, 1 / std::sqrt(double(d)));
    for (int t = 1; t <= T; ++t, s = w * s) drift = larger(drift, std::abs(s.norm() - 1));
  }
  // Each coordinate is a product of d terms and rounds by d^{3/2}ε/2 of the norm; W itself is equally far from
  // orthogonal.
  const double eps = std::numeric_limits<double>::epsilon();
  return at_most(drift, eps * std::pow(d, 1.5) * (0.75 * T + 2));
}

}  // namespace

Claim trajectories() {
  return {"trajectories",
          "A1",
          "orthogonal W keeps the norm",
          "largest drift of the norm of s_t from 1",
          {dim(3), length(1000, 2, 1e6), samples(20), seed()},
          {{{"dim", 1}, {"length", 2}}, {{"dim", 40}, {"length", 300}, {"seed", 7}}},
          evaluate};
}

}  // namespace icsweep
