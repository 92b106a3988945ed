#include "io/importance/best_part.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/io/importance/observed_functions.hpp"

namespace icsweep {
namespace {

TEST(BestPart, IsTheClosedFormWhereOneFactorDecides) {
  // The best tenth of 10 × 10 settings are those of the first of ten levels: q = 1 there, so that D = (1 − 0.1)²/0.1 +
  // 9 (0.1²)/0.1 = 9, less 9 · 90/(10 · 99); the other factor has one setting of each level among them, less the same.
  const auto b = best_part(observe_grid({10, 10}, 1, [](const auto& x, int) { return x[0]; }), 0.1, false);
  EXPECT_EQ(b.best, 10u);
  EXPECT_EQ(b.settings, 100u);
  const double chance = 9 * 90 / (10 * 99.0);
  EXPECT_NEAR(b.divergences.at(0), 9 - chance, 1e-12);
  EXPECT_NEAR(b.divergences.at(1), -chance, 1e-12);
  EXPECT_EQ(b.shares, (std::vector<double>{1, 0}));
}

TEST(BestPart, OfTheLargestIsThatOfTheOppositeMetric) {
  const auto up = [](const auto& x, int) { return x[0] * x[0] + 0.3 * x[1]; };
  const auto down = [&](const auto& x, int seed) { return -up(x, seed); };
  EXPECT_EQ(best_part(observe_grid({6, 7}, 1, up), 0.2, true).divergences,
            best_part(observe_grid({6, 7}, 1, down), 0.2, false).divergences);
}

TEST(BestPart, TakesEveryTieAndRefusesWhatIsNoPart) {
  EXPECT_EQ(best_part(observe_grid({4, 5}, 1, [](const auto& x, int) { return x[0]; }), 0.1, false).best, 5u);
  EXPECT_EQ(best_part(observe_grid({4, 5}, 1, [](const auto&, int) { return 1.0; }), 0.1, false).best, 0u);
  EXPECT_EQ(best_part(observe_grid({2, 2}, 1, [](const auto& x, int) { return x[0] + x[1]; }), 0.1, false).best, 0u);
}

TEST(BestPart, OfNoiseHasNoDivergenceInTheMean) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> noise;
  double sum = 0, square = 0;
  const int sets = 300;
  for (int set = 0; set < sets; ++set) {
    const auto b = best_part(observe_grid({8, 4, 6}, 1, [&](const auto&, int) { return noise(random); }), 0.1, false);
    for (const double d : b.divergences) sum += d, square += d * d;
  }
  const double count = 3.0 * sets;
  EXPECT_NEAR(sum / count, 0, 4 * std::sqrt(square / count / count));
}

TEST(BestPart, HasAnErrorLikeTheSpreadOverDataSets) {
  std::mt19937_64 random(4);
  double mean = 0, square = 0, error = 0;
  const int sets = 100;
  for (int set = 0; set < sets; ++set) {
    const auto b = best_part(observe_draws(
                                 2, 500, random, [](const auto& x) { return 1.2 * x[0] + x[1]; }, 1, 0.2),
                             0.1, false);
    mean += b.shares[0] / sets, square += b.shares[0] * b.shares[0] / sets, error += b.errors[0] / sets;
  }
  const double deviation = std::sqrt(square - mean * mean);
  EXPECT_GT(error, 0.6 * deviation);
  EXPECT_LT(error, 1.8 * deviation);
}

}  // namespace
}  // namespace icsweep
