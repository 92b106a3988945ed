#include "tasks/regression/two_layer_network.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/tasks/regression/own_prompt.hpp"

namespace icsweep {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// Examples as the network expects them: a row of ones below x.
Matrix columns(const Prompt& p) {
  Matrix x = Matrix::Ones(p.x.cols() + 1, p.x.rows());
  x.topRows(p.x.cols()) = p.x.transpose();
  return x;
}

TEST(TwoLayerNetwork, GradientIsThatOfFiniteDifferencesOfTheMeanSquaredError) {
  const OwnPrompt p = draw_prompt({.function = FunctionClass::relu2, .dim = 3, .examples = 6});
  RandomStream random(1, Purpose::check, 1);
  TwoLayerNetwork network(3, 5, random);
  const Matrix x = columns(p);
  double expected = 0;
  for (int i = 0; i < 7; ++i) expected += std::pow(network.value(p.x.row(i)) - p.y[i], 2) / 7;
  EXPECT_NEAR(network.loss(x, p.y), expected, 1e-13 * expected);
  const std::vector<double> gradient(network.gradient().begin(), network.gradient().end());
  ASSERT_EQ(gradient.size(), 5 * 4 + 5 + 1u);
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    const double kept = network.parameters()[i], h = 1e-6;
    network.parameters()[i] = kept + h;
    const double above = network.loss(x, p.y);
    network.parameters()[i] = kept - h;
    const double below = network.loss(x, p.y);
    network.parameters()[i] = kept;
    EXPECT_NEAR(gradient[i], (above - below) / (2 * h), 1e-7) << i;
  }
}

TEST(TwoLayerNetwork, InitialWeightsFillTheBoundsOfTheirLayers) {
  RandomStream random(1, Purpose::check, 2);
  TwoLayerNetwork network(4, 400, random);
  const auto largest = [](auto values) {
    double most = 0;
    for (const double v : values) most = std::max(most, std::abs(v));
    return most;
  };
  EXPECT_NEAR(largest(network.parameters().first(2000)), 0.5, 0.01);
  EXPECT_LE(largest(network.parameters().first(2000)), 0.5);
  EXPECT_NEAR(largest(network.parameters().subspan(2000)), 0.05, 0.001);
  EXPECT_LE(largest(network.parameters().subspan(2000)), 0.05);
}

TEST(TwoLayerNetwork, LearnsTheExamplesThatItIsTrainedOn) {
  OwnPrompt p = draw_prompt({.function = FunctionClass::relu2, .dim = 4, .examples = 12});
  const int all[] = {12};
  for (const int i : {0, 7, 11}) {
    p.x.row(12) = p.x.row(i);
    EXPECT_NEAR(predict_network(p, all, {.steps = 1500}, 1, 0)[12], p.y[i], 0.05);
  }
}

TEST(TwoLayerNetwork, PredictsChosenPositionsOnlyAndEachAsIfAlone) {
  const OwnPrompt p = draw_prompt({.function = FunctionClass::relu2, .dim = 4, .examples = 12});
  const int several[] = {0, 5, 12}, one[] = {5};
  const NetworkSettings few{.hidden = 10, .steps = 20, .batch = 3};
  const Vector many = predict_network(p, several, few, 1, 7), alone = predict_network(p, one, few, 1, 7);
  EXPECT_EQ(many[0], 0);
  EXPECT_EQ(many[5], alone[5]);
  EXPECT_EQ(many.array().isNaN().count(), 10);
  EXPECT_EQ(alone.array().isNaN().count(), 12);
  EXPECT_NE(alone[5], predict_network(p, one, few, 1, 8)[5]);
}

TEST(TwoLayerNetwork, SeesOnlyTheExamplesBefore) {
  const OwnPrompt p = draw_prompt({.function = FunctionClass::relu2, .dim = 4, .examples = 12});
  OwnPrompt other = p;
  other.y.tail(8).array() += 1;
  other.x.bottomRows(7).array() += 1;
  const int five[] = {5};
  EXPECT_EQ(predict_network(p, five, {.steps = 20}, 1, 0)[5], predict_network(other, five, {.steps = 20}, 1, 0)[5]);
  other.y[4] += 1;
  EXPECT_NE(predict_network(p, five, {.steps = 20}, 1, 0)[5], predict_network(other, five, {.steps = 20}, 1, 0)[5]);
}

TEST(TwoLayerNetwork, PredictsRelu2FromEnoughExamples) {
  const Prompts prompts =
      draw_prompts({.function = FunctionClass::relu2, .dim = 3, .examples = 30}, 10, 1, Purpose::check);
  const int all[] = {30};
  double error = 0, zero = 0;
  for (int i = 0; i < 10; ++i) {
    error += std::pow(predict_network(prompts[i], all, {.steps = 500}, 1, std::uint64_t(i))[30] - prompts[i].y[30], 2);
    zero += std::pow(prompts[i].y[30], 2);
  }
  EXPECT_LT(error, 0.2 * zero);
}

}  // namespace
}  // namespace icsweep
