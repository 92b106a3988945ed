#include "io/importance/importance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/io/importance/observed_functions.hpp"

namespace icsweep {
namespace {

constexpr double pi = std::numbers::pi;

const EffectShare& forest_effect(const Decomposition& d, const std::vector<int>& factors) {
  for (const auto& e : d.effects)
    if (e.factors == factors) return e;
  throw std::out_of_range("no such effect");
}

double ishigami(const std::vector<double>& u) {
  const auto at = [&](std::size_t i) { return pi * (2 * u[i] - 1); };
  return std::sin(at(0)) + 7 * std::pow(std::sin(at(1)), 2) + 0.1 * std::pow(at(2), 4) * std::sin(at(0));
}

TEST(ForestVariance, OfDrawsOfIshigamisFunctionNearsThatOfTheIntegrals) {
  std::mt19937_64 random(5);
  const auto d = forest_variance(observe_draws(4, 4000, random, ishigami));  // the fourth factor has no influence
  const double v_x = 0.5 * std::pow(1 + std::pow(pi, 4) / 50, 2), v_y = 49 / 8.0,
               v_xz = std::pow(pi, 8) * 0.01 * 8 / 225;
  const double total = v_x + v_y + v_xz;
  EXPECT_NEAR(forest_effect(d, {0}).share, v_x / total, 0.03);
  EXPECT_NEAR(forest_effect(d, {1}).share, v_y / total, 0.03);
  EXPECT_NEAR(forest_effect(d, {2}).share, 0, 0.005);
  EXPECT_NEAR(forest_effect(d, {3}).share, 0, 0.005);
  EXPECT_NEAR(forest_effect(d, {0, 2}).share, v_xz / total, 0.05);
  EXPECT_LT(d.rest, 0.1);
}

TEST(ForestVariance, OfASumIsThatOfItsTerms) {
  std::mt19937_64 random(6);
  const auto d = forest_variance(observe_draws(3, 1000, random, [](const auto& x) { return 2 * x[0] + x[1]; }));
  EXPECT_NEAR(forest_effect(d, {0}).share, 0.8, 0.06);  // the variance of 1000 sums has an error of 3 %
  EXPECT_NEAR(forest_effect(d, {1}).share, 0.2, 0.03);
  EXPECT_NEAR(forest_effect(d, {2}).share, 0, 0.003);
  EXPECT_NEAR(forest_effect(d, {0, 1}).share, 0, 0.01);
}

TEST(ForestVariance, OfNoiseAloneIsNoFactors) {
  std::mt19937_64 random(8);
  double all = 0;
  for (int set = 0; set < 10; ++set) {
    const auto d = forest_variance(observe_draws(
        5, 200, random, [](const auto&) { return 0.0; }, 1, 1));
    for (const auto& e : d.effects) {
      EXPECT_NEAR(e.share, 0, 0.12) << set;
      all += e.share / (10 * double(d.effects.size()));
    }
  }
  EXPECT_NEAR(all, 0, 0.004) << "shares of noise are not zero in the mean";
}

TEST(ForestVariance, KnowsTheNoiseOfRepeatedSettings) {
  std::mt19937_64 random(9);
  const auto d = forest_variance(observe_draws(
      2, 8000, random, [](const auto& x) { return x[0]; }, 3, 0.5));
  EXPECT_NEAR(d.seeds, 0.25 / (0.25 + 1 / 12.0), 0.03);
  EXPECT_NEAR(forest_effect(d, {0}).share, (1 / 12.0) / (0.25 + 1 / 12.0), 0.04);
  double sum = d.rest + d.seeds;
  for (const auto& e : d.effects) sum += e.share;
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(ForestVariance, HasAnErrorLikeTheSpreadOverDataSets) {
  std::mt19937_64 random(10);
  const int sets = 40;
  std::vector<double> mean(3, 0.0), square(3, 0.0), error(3, 0.0);
  for (int set = 0; set < sets; ++set) {
    const auto d = forest_variance(observe_draws(
        2, 300, random, [](const auto& x) { return x[0] + x[1] * x[1]; }, 1, 0.3));
    for (std::size_t e = 0; e < 3; ++e) {
      mean[e] += d.effects[e].share / sets;
      square[e] += d.effects[e].share * d.effects[e].share / sets;
      error[e] += (d.effects[e].high - d.effects[e].low) / 3.92 / sets;
    }
  }
  for (std::size_t e = 0; e < 2; ++e) {
    const double deviation = std::sqrt(square[e] - mean[e] * mean[e]);
    EXPECT_GT(error[e], 0.6 * deviation) << e;
    EXPECT_LT(error[e], 2 * deviation) << e;
  }
}

TEST(ForestVariance, FindsTextsWhateverTheirAlphabet) {
  // Eight texts. The odd ones are worse, which no cut of the alphabet finds.
  Observations o = observe_grid({8, 7}, 1, [](const auto& x, int) { return double(int(x[0]) % 2) + 0.1 * x[1]; });
  o.factors[0].ordered = false;
  const auto d = forest_variance(o);
  const double texts = 0.25, numbers = 0.01 * 4;
  EXPECT_NEAR(forest_effect(d, {0}).share, texts / (texts + numbers), 0.05);
}

TEST(ForestVariance, IsTheSameEachTime) {
  std::mt19937_64 random(11);
  const auto o = observe_draws(3, 100, random, [](const auto& x) { return x[0] * x[1]; });
  const auto a = forest_variance(o), b = forest_variance(o);
  for (std::size_t e = 0; e < a.effects.size(); ++e) EXPECT_EQ(a.effects[e].share, b.effects[e].share);
}

}  // namespace
}  // namespace icsweep
