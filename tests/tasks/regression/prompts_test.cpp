#include "tasks/regression/prompts.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <vector>

#include "io/base/error.hpp"
#include "tasks/algebra/decompositions.hpp"
#include "tests/tasks/regression/own_prompt.hpp"

namespace icsweep {
namespace {

constexpr FunctionClass classes[] = {FunctionClass::linear, FunctionClass::relu2};

/// ‖Xw − y‖ at its minimum.
double residual(const Eigen::MatrixXd& x, const Eigen::VectorXd& y) {
  return (x * least_squares(x, y) - y).norm();
}

TEST(Prompts, AShorterPromptBeginsALongerOne) {
  for (const auto function : classes) {
    const OwnPrompt few = draw_prompt({.function = function, .dim = 5, .examples = 7, .noise = 0.3}),
                    many = draw_prompt({.function = function, .dim = 5, .examples = 20, .noise = 0.3});
    EXPECT_EQ(few.x, many.x.topRows(8));
    EXPECT_EQ(few.y, many.y.head(8));
  }
}

TEST(Prompts, APromptIsItsStreamsInAnyBatchAndPrecision) {
  for (const auto function : classes) {
    const PromptSettings settings{.function = function, .dim = 3, .examples = 4, .noise = 0.1};
    const Prompts set = draw_prompts(settings, 6, 2, Purpose::check);
    PromptGenerator generator(settings);
    for (const int i : {5, 0, 3}) {
      std::vector<double> x(15), y(5);
      std::vector<float> single_x(15), single_y(5);
      generator.draw(2, Purpose::check, std::uint64_t(i), x.data(), y.data());
      generator.draw(2, Purpose::check, std::uint64_t(i), single_x.data(), single_y.data());
      EXPECT_TRUE(std::equal(x.begin(), x.end(), set[i].x.data()));
      EXPECT_TRUE(std::equal(y.begin(), y.end(), set[i].y.data()));
      EXPECT_EQ(single_x, std::vector<float>(x.begin(), x.end()));
      EXPECT_EQ(single_y, std::vector<float>(y.begin(), y.end()));
    }
    EXPECT_NE(set[0].y, set[1].y);
  }
}

TEST(Prompts, PointsAreStandardNormalAndLabelsHaveTheDimensionsMeanSquare) {
  const int count = 4000, d = 4;
  const double noise = 0.5;
  for (const auto function : classes) {
    const Prompts p = draw_prompts({.function = function, .dim = d, .examples = 1, .noise = noise, .hidden = 30}, count,
                                   3, Purpose::check);
    double mean = 0, square = 0;
    Eigen::ArrayXd labels(count);
    for (int i = 0; i < count; ++i) {
      mean += p[i].x.sum();
      square += p[i].x.squaredNorm();
      labels[i] = p[i].y[1] * p[i].y[1];
    }
    const double n = 2.0 * d * count, error = std::sqrt((labels - labels.mean()).square().mean() / count);
    EXPECT_LT(std::abs(mean / n), 3 / std::sqrt(n));
    EXPECT_NEAR(square / n, 1, 3 * std::sqrt(2 / n));
    EXPECT_NEAR(labels.mean(), d + noise * noise, 3 * error);
  }
}

TEST(Prompts, LinearLabelsAreLinearAndThoseOfReluAreNot) {
  const OwnPrompt linear = draw_prompt({.function = FunctionClass::linear, .dim = 10, .examples = 40}),
                  relu2 = draw_prompt({.function = FunctionClass::relu2, .dim = 10, .examples = 40});
  EXPECT_LT(residual(linear.x, linear.y), 1e-13 * linear.y.norm());
  EXPECT_GT(residual(relu2.x, relu2.y), 0.1 * relu2.y.norm());
}

/// One hidden unit: √2 w₂ max(0, w₁ᵀx) is 0 on half the space and linear on the other.
TEST(Prompts, ASingleReluIsZeroOnHalfTheSpaceAndLinearOnTheOther) {
  const int points = 2001;
  const OwnPrompt p = draw_prompt({.function = FunctionClass::relu2, .dim = 3, .examples = points - 1, .hidden = 1});
  std::vector<int> on;
  for (int t = 0; t < points; ++t)
    if (p.y[t] != 0) on.push_back(t);
  EXPECT_NEAR(double(on.size()), points / 2.0, 3 * std::sqrt(points / 4.0));
  EXPECT_LT(residual(p.x(on, Eigen::all), p.y(on)), 1e-12 * p.y.norm());
}

TEST(Prompts, NoiseHasItsDeviationAndLeavesPointsAndFunctionAlone) {
  const int examples = 5000;
  for (const auto function : classes) {
    const OwnPrompt quiet = draw_prompt({.function = function, .dim = 2, .examples = examples}),
                    noisy = draw_prompt({.function = function, .dim = 2, .examples = examples, .noise = 0.4});
    EXPECT_EQ(quiet.x, noisy.x);
    const Eigen::ArrayXd noise = (noisy.y - quiet.y) / 0.4;
    EXPECT_NEAR(noise.mean(), 0, 3 / std::sqrt(examples));
    EXPECT_NEAR(noise.square().mean(), 1, 3 * std::sqrt(2.0 / examples));
  }
}

TEST(Prompts, CoordinatesThatAreNotActiveAreZeroAndChangeNoOther) {
  const OwnPrompt all = draw_prompt({.function = FunctionClass::linear, .dim = 6, .examples = 20}),
                  some = draw_prompt({.function = FunctionClass::linear, .dim = 6, .examples = 20, .active_dim = 4});
  EXPECT_EQ(some.x.leftCols(4), all.x.leftCols(4));
  EXPECT_EQ(some.x.rightCols(2).cwiseAbs().sum(), 0);
  const Eigen::VectorXd w = least_squares(all.x, all.y);  // the same function of the remaining coordinates
  EXPECT_LT((some.x * w - some.y).norm(), 1e-12 * some.y.norm());
}

TEST(Prompts, AnUnknownFunctionIsRefusedByName) {
  EXPECT_EQ(function_class("linear"), FunctionClass::linear);
  EXPECT_EQ(function_class("relu2"), FunctionClass::relu2);
  EXPECT_THROW(function_class("relu"), Error);
}

}  // namespace
}  // namespace icsweep
