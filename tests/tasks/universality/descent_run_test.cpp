#include "tasks/universality/descent_run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace icsweep {
namespace {

/// `pattern`, repeated, times e^{rate·t}.
std::vector<double> decay(int length, double rate, std::vector<double> pattern = {1}) {
  std::vector<double> errors;
  for (int t = 0; t < length; ++t) errors.push_back(pattern[std::size_t(t) % pattern.size()] * std::exp(rate * t));
  return errors;
}

TEST(LateSlope, OfAnExponentialIsItsRate) {
  EXPECT_NEAR(late_slope(decay(41, -0.3), 1, 0).value(), -0.3, 1e-12);
  EXPECT_NEAR(late_slope(decay(41, 0.1), 1, 0).value(), 0.1, 1e-12);
}

TEST(LateSlope, SeesTheLaterHalfAlone) {
  std::vector<double> errors = decay(40, -0.3);
  for (int t = 0; t < 20; ++t) errors[std::size_t(t)] = 5 + t;
  EXPECT_NEAR(late_slope(errors, 1, 0).value(), -0.3, 1e-12);
  errors[20] *= 2;
  EXPECT_GT(std::abs(late_slope(errors, 1, 0).value() + 0.3), 1e-3);
}

TEST(LateSlope, OfAPeriodicPatternIsThatBetweenPeriods) {
  EXPECT_NEAR(late_slope(decay(40, -0.2, {1, 30, 0.01, 4}), 4, 0).value(), -0.2, 1e-12);
  EXPECT_NEAR(late_slope(decay(43, -0.2, {1, 30, 0.01, 4}), 4, 0).value(), -0.2, 1e-12);  // blocks end at the end
}

TEST(LateSlope, EndsBeforeErrorsAreRounding) {
  std::vector<double> errors = decay(60, -0.5);
  for (int t = 40; t < 60; ++t) errors[std::size_t(t)] = 1e-30 * (1 + t % 3);
  errors[50] = 1;
  EXPECT_NEAR(late_slope(errors, 1, 1e-24).value(), -0.5, 1e-12);
  EXPECT_NEAR(late_slope(errors, 4, 1e-24).value(), -0.5, 1e-12);
}

TEST(LateSlope, IsNothingWithFewerThanThreeBlocks) {
  EXPECT_TRUE(late_slope(decay(5, -1), 1, 0).has_value());
  EXPECT_FALSE(late_slope(decay(4, -1), 1, 0).has_value());
  EXPECT_TRUE(late_slope(decay(50, -0.1), 10, 0).has_value());
  EXPECT_FALSE(late_slope(decay(49, -0.1), 10, 0).has_value());
  EXPECT_FALSE(late_slope({1, 0, 0, 0, 0, 0}, 1, 0).has_value());
  EXPECT_FALSE(late_slope({0, 1, 1, 1, 1, 1, 1}, 1, 0).has_value());
  EXPECT_FALSE(late_slope({}, 1, 0).has_value());
}

}  // namespace
}  // namespace icsweep
