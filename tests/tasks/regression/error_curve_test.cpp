#include "tasks/regression/error_curve.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace icsweep {
namespace {

TEST(SquaredErrors, AreAgainstTheObservedLabels) {
  const Prompts prompts =
      draw_prompts({.function = FunctionClass::linear, .dim = 2, .examples = 3, .noise = 1}, 5, 1, Purpose::check);
  const SquaredErrors errors = squared_errors(prompts, [](int i) { return Eigen::VectorXd::Constant(4, double(i)); });
  ASSERT_EQ(errors.rows(), 5);
  ASSERT_EQ(errors.cols(), 4);
  for (int i = 0; i < 5; ++i)
    for (int t = 0; t < 4; ++t) EXPECT_DOUBLE_EQ(errors(i, t), std::pow(prompts[i].y[t] - i, 2));
}

TEST(ErrorCurve, OfTwoPromptsTakesTheThreeMeansThereAre) {
  SquaredErrors errors(2, 2);
  errors << 0, 6, 4, 6;  // means of two draws at the first position: 0, 2, 4 in shares 1/4, 1/2, 1/4
  const ErrorCurve curve = error_curve(errors, 1);
  EXPECT_EQ(curve.mean, (std::vector<double>{2, 6}));
  EXPECT_EQ(curve.low, (std::vector<double>{0, 6}));
  EXPECT_EQ(curve.high, (std::vector<double>{4, 6}));
}

/// The bootstrap's mean is about N(mean, s²/n); quantiles of 1000 of them scatter by about 7 % of their distance.
TEST(ErrorCurve, IntervalIsThatOfANormalMeanForManyPrompts) {
  const int n = 1280;
  RandomStream random(1, Purpose::check, 0);
  SquaredErrors errors(n, 3);
  for (double& e : errors.reshaped()) e = std::pow(random.normal(), 2);
  const ErrorCurve curve = error_curve(errors, 2);
  for (int t = 0; t < 3; ++t) {
    const double mean = errors.col(t).mean();
    const double distance = 1.6449 * std::sqrt((errors.col(t).array() - mean).square().mean() / n);
    EXPECT_NEAR(curve.mean[t], mean, 1e-13);
    EXPECT_NEAR(curve.mean[t] - curve.low[t], distance, 0.2 * distance);
    EXPECT_NEAR(curve.high[t] - curve.mean[t], distance, 0.2 * distance);
  }
}

TEST(ErrorCurve, EqualErrorsMeetEqualDrawsAndSeedsTheirOwn) {
  SquaredErrors errors(50, 2);
  for (int i = 0; i < 50; ++i) errors.row(i).setConstant(i * i);
  const ErrorCurve curve = error_curve(errors, 3);
  EXPECT_EQ(curve.low[0], curve.low[1]);
  EXPECT_EQ(curve.low, error_curve(errors.leftCols(2), 3).low);
  EXPECT_NE(curve.low, error_curve(errors, 4).low);
}

TEST(ErrorCurve, APositionThatWasNotPredictedIsNaNAlone) {
  SquaredErrors errors = SquaredErrors::Ones(10, 3);
  errors(4, 1) = std::numeric_limits<double>::quiet_NaN();
  const ErrorCurve curve = error_curve(errors, 1);
  for (const auto& values : {curve.mean, curve.low, curve.high}) {
    EXPECT_EQ(values[0], 1);
    EXPECT_TRUE(std::isnan(values[1]));
    EXPECT_EQ(values[2], 1);
  }
}

}  // namespace
}  // namespace icsweep
