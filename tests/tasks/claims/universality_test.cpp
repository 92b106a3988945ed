// The tools that evaluate the universality paper's claims would notice a wrong formula.
#include "tasks/claims/universality/sequences.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>

namespace icsweep {
namespace {

Config setting() {
  Config config;
  config.set("dim", std::int64_t{5});
  config.set("seed", std::int64_t{3});
  return config;
}

TEST(PowerSlope, IsTheLogOfTheSpectralRadius) {
  Eigen::MatrixXd m(3, 3);
  m << 0.5, 0, 0, 7, -0.9, 0, 3, 5, 0.1;
  const Eigen::VectorXd v = Eigen::VectorXd::Ones(3);
  EXPECT_NEAR(power_slope(m, v, 1e5, 3), std::log(0.9), 1e-12);
  EXPECT_NEAR(power_slope(m, v, 1e5, 1), std::log(0.9), 1e-12);
}

TEST(PowerSlope, LooksAtTheLastRowsAlone) {
  const Eigen::MatrixXd m = Eigen::Vector2d(0.9, 0.5).asDiagonal();
  EXPECT_NEAR(power_slope(m, Eigen::Vector2d(1, 1), 8, 1), std::log(0.5), 1e-14);
  EXPECT_NEAR(power_slope(m, Eigen::Vector2d(1, 1), 1e4, 2), std::log(0.9), 1e-14);
}

TEST(DualVariables, SolveEquationEight) {
  const Tokens x = sequence_of(setting(), 1, 13).tokens;
  for (const Kernel kernel : {Kernel::id, Kernel::exp}) {
    const Tokens mu = dual_variables(kernel, x);
    for (int t = 0; t < 12; ++t) {
      Eigen::RowVectorXd sum = -x.row(t + 1);
      for (int s = 0; s <= t; ++s) sum += kernel_value(kernel, x.row(s), x.row(t)) * mu.row(s);
      EXPECT_LT(sum.norm(), 1e-13);
    }
  }
}

}  // namespace
}  // namespace icsweep
