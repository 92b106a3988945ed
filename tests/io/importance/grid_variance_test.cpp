#include "io/importance/importance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/io/importance/observed_functions.hpp"

namespace icsweep::grid_variance_test {
namespace {

constexpr double pi = std::numbers::pi;

/// The share of an effect.
const EffectShare& effect(const Decomposition& d, const std::vector<int>& factors) {
  for (const auto& e : d.effects)
    if (e.factors == factors) return e;
  throw std::out_of_range("no such effect");
}
double share(const Decomposition& d, const std::vector<int>& factors) {
  return effect(d, factors).share;
}
Decomposition grid(const Observations& o) {
  return grid_variance(o).value();
}

TEST(GridVariance, OfASumAreTheVariancesOfItsTerms) {
  // Levels 0 … L−1 have the variance (L² − 1)/12.
  const auto d = grid(observe_grid({4, 3, 5}, 1, [](const auto& x, int) { return 2 * x[0] + 3 * x[1]; }));
  const double a = 4 * 15 / 12.0, b = 9 * 8 / 12.0;
  EXPECT_NEAR(share(d, {0}), a / (a + b), 1e-13);
  EXPECT_NEAR(share(d, {1}), b / (a + b), 1e-13);
  for (const std::vector<int>& none : {std::vector{2}, {0, 1}, {0, 2}, {1, 2}}) EXPECT_NEAR(share(d, none), 0, 1e-13);
  EXPECT_NEAR(d.rest, 0, 1e-13);
  EXPECT_TRUE(std::isnan(d.seeds));
  EXPECT_NEAR(d.variance, a + b, 1e-12);
}

TEST(GridVariance, OfAProductIsSharedByTheClosedForm) {
  // f = x y, independent: V_x = E[y]² Var x, V_y = E[x]² Var y, V_xy = Var x Var y.
  const auto d = grid(observe_grid({5, 3}, 1, [](const auto& x, int) { return (x[0] + 1) * x[1]; }));
  const double var_x = 2, var_y = 8 / 12.0, mean_x = 3, mean_y = 1;
  const double v_x = mean_y * mean_y * var_x, v_y = mean_x * mean_x * var_y, v_xy = var_x * var_y;
  EXPECT_NEAR(share(d, {0}), v_x / (v_x + v_y + v_xy), 1e-13);
  EXPECT_NEAR(share(d, {1}), v_y / (v_x + v_y + v_xy), 1e-13);
  EXPECT_NEAR(share(d, {0, 1}), v_xy / (v_x + v_y + v_xy), 1e-13);
}

TEST(GridVariance, OfThreeFactorsTogetherIsTheRest) {
  const auto d =
      grid(observe_grid({3, 3, 3}, 1, [](const auto& x, int) { return (x[0] - 1) * (x[1] - 1) * (x[2] - 1); }));
  for (const auto& e : d.effects) EXPECT_NEAR(e.share, 0, 1e-13);
  EXPECT_NEAR(d.rest, 1, 1e-13);
}

TEST(GridVariance, OfIshigamisFunctionIsThatOfTheIntegrals) {
  // sin x + 7 sin² y + z⁴ sin x / 10 on [−π, π]³ (Ishigami and Homma 1990).
  const int n = 40;
  const auto d = grid(observe_grid({n, n, n}, 1, [&](const auto& level, int) {
    const auto at = [&](int i) { return midpoint(int(level[std::size_t(i)]), n, -pi, pi); };
    return std::sin(at(0)) + 7 * std::pow(std::sin(at(1)), 2) + 0.1 * std::pow(at(2), 4) * std::sin(at(0));
  }));
  const double v_x = 0.5 * std::pow(1 + std::pow(pi, 4) / 50, 2), v_y = 49 / 8.0,
               v_xz = std::pow(pi, 8) * 0.01 * 8 / 225;
  const double total = v_x + v_y + v_xz;
  EXPECT_NEAR(share(d, {0}), v_x / total, 3e-3);  // midpoints replace the integral over z
  EXPECT_NEAR(share(d, {1}), v_y / total, 3e-3);
  EXPECT_NEAR(share(d, {2}), 0, 1e-12);
  EXPECT_NEAR(share(d, {0, 2}), v_xz / total, 3e-3);
  EXPECT_NEAR(share(d, {0, 1}), 0, 1e-12);
  EXPECT_NEAR(d.rest, 0, 1e-12);
}

TEST(GridVariance, IsThatOfTheWholeGridWhereSettingsAreMissing) {
  const auto f = [](const auto& x, int) { return x[0] * x[0] + 2 * x[1] - x[0] * x[2] + 0.5 * x[1] * x[2]; };
  const auto whole = grid(observe_grid({5, 4, 3}, 2, f));
  const auto part = grid(observe_grid({5, 4, 3}, 2, f, [](std::size_t cell, int) { return cell % 5 != 2; }));
  EXPECT_EQ(part.filled, 12u);
  EXPECT_EQ(part.cells, 60u);
  ASSERT_EQ(part.effects.size(), whole.effects.size());
  for (std::size_t e = 0; e < part.effects.size(); ++e)
    EXPECT_NEAR(part.effects[e].share, whole.effects[e].share, 1e-8) << e;  // main effects and pairs are fitted exactly
}

TEST(GridVariance, OfTwoFactorsFillsByMainEffects) {
  const auto f = [](const auto& x, int) { return 3 * x[0] - x[1] * x[1]; };
  const auto whole = grid(observe_grid({6, 5}, 1, f));
  const auto part = grid(observe_grid({6, 5}, 1, f, [](std::size_t cell, int) { return cell % 7 != 3; }));
  EXPECT_GT(part.filled, 0u);
  for (std::size_t e = 0; e < part.effects.size(); ++e)
    EXPECT_NEAR(part.effects[e].share, whole.effects[e].share, 1e-8) << e;
}

/// Means and standard deviations over data sets of the same function with different noise.
struct Repeated {
  std::vector<double> mean, deviation;  // of each effect's share
  double seeds = 0;
};
Repeated repeat(int sets, const std::function<Decomposition(std::mt19937_64&)>& decomposition) {
  std::mt19937_64 random(7);
  Repeated r;
  for (int i = 0; i < sets; ++i) {
    const Decomposition d = decomposition(random);
    r.mean.resize(d.effects.size()), r.deviation.resize(d.effects.size());
    for (std::size_t e = 0; e < d.effects.size(); ++e) {
      r.mean[e] += d.effects[e].share / sets;
      r.deviation[e] += d.effects[e].share * d.effects[e].share / sets;
    }
    r.seeds += d.seeds / sets;
  }
  for (std::size_t e = 0; e < r.mean.size(); ++e) r.deviation[e] = std::sqrt(r.deviation[e] - r.mean[e] * r.mean[e]);
  return r;
}

TEST(GridVariance, TakesNoiseOut) {
  const int sets = 400;
  const Repeated r = repeat(sets, [](std::mt19937_64& random) {
    std::normal_distribution<double> noise(0, 2);
    return grid(observe_grid({4, 3, 3}, 4, [&](const auto& x, int) { return x[0] + x[1] * x[2] + noise(random); }));
  });
  // x: 15/12; y z with means 1 and variances 2/3: main effects 2/3, pair 4/9; noise 4.
  const double total = 1.25 + 2 / 3.0 + 2 / 3.0 + 4 / 9.0 + 4;
  const std::vector<double> truth{1.25 / total, 2 / 3.0 / total, 2 / 3.0 / total, 0, 0, 4 / 9.0 / total};
  for (std::size_t e = 0; e < truth.size(); ++e)
    EXPECT_NEAR(r.mean[e], truth[e], 4 * r.deviation[e] / std::sqrt(sets) + 0.002) << e;  // a ratio of two estimates
  EXPECT_NEAR(r.seeds, 4 / total, 0.01);
}

/// The share of intervals without the truth, over 500 grids of x + y z with noise of unit variance times `deviation`.
double missed(int seeds, double deviation,
              const std::function<double(const std::vector<double>&, std::mt19937_64&)>& noise) {
  const double all = 1.25 + 2 / 3.0 + 2 / 3.0 + 4 / 9.0, total = all + deviation * deviation;
  const std::vector<double> truth{1.25 / total, 2 / 3.0 / total, 2 / 3.0 / total, 0, 0, 4 / 9.0 / total};
  std::mt19937_64 random(11);
  int outside = 0, count = 0;
  for (int set = 0; set < 500; ++set) {
    const auto d = grid(observe_grid(
        {4, 3, 3}, seeds, [&](const auto& x, int) { return x[0] + x[1] * x[2] + deviation * noise(x, random); }));
    for (std::size_t e = 0; e < truth.size(); ++e, ++count)
      outside += d.effects[e].low > truth[e] + 1e-12 || d.effects[e].high < truth[e];
  }
  return double(outside) / count;
}

TEST(GridVariance, HasIntervalsThatContainTheTruthInNineteenOfTwentyGrids) {
  const auto normal = [](const auto&, auto& random) { return std::normal_distribution<double>()(random); };
  const auto skewed = [](const auto&, auto& random) { return std::exponential_distribution<double>()(random) - 1; };
  const auto unequal = [](const auto& x, auto& random) {  // variances .4, .8, 1.2 and 1.6: 1 on average
    return std::sqrt(0.4 * (x[0] + 1)) * std::normal_distribution<double>()(random);
  };
  for (const int seeds : {2, 3, 5})
    for (const double deviation : {0.5, 2.0}) {
      EXPECT_LT(missed(seeds, deviation, normal), 0.05) << seeds << ", " << deviation;
      EXPECT_LT(missed(seeds, deviation, skewed), 0.07) << seeds << ", " << deviation;
      EXPECT_LT(missed(seeds, deviation, unequal), 0.07) << seeds << ", " << deviation;
      EXPECT_GT(missed(seeds, deviation, normal), 0.005)
          << seeds << ", " << deviation;  // the interval is not wider than necessary
    }
}

TEST(GridVariance, OfNoiseAloneIsThatOfTheSeeds) {
  const int sets = 300;
  const Repeated r = repeat(sets, [](std::mt19937_64& random) {
    std::normal_distribution<double> noise;
    return grid(observe_grid({4, 4, 3}, 3, [&](const auto&, int) { return noise(random); }));
  });
  for (std::size_t e = 0; e < r.mean.size(); ++e) EXPECT_NEAR(r.mean[e], 0, 4 * r.deviation[e] / std::sqrt(sets)) << e;
  EXPECT_NEAR(r.seeds, 1, 0.01);
}

TEST(GridVariance, OfWhatASeedDoesToAllSettingsAlikeIsTheSeeds) {
  const auto d = grid(observe_grid({3, 4}, 3, [](const auto& x, int seed) { return x[0] + 10.0 * seed; }));
  EXPECT_NEAR(share(d, {0}) * d.variance, 2 / 3.0, 1e-10);
  EXPECT_NEAR(effect(d, {1}).high, 0, 1e-10);
  EXPECT_NEAR(d.seeds * d.variance, 100, 1e-10);
}

TEST(GridVariance, TakesNoiseOutWhereSeedsAreMissing) {
  const int sets = 400;
  const Repeated r = repeat(sets, [](std::mt19937_64& random) {
    std::normal_distribution<double> noise;
    return grid(observe_grid(
        {4, 3, 3}, 3, [&](const auto& x, int) { return x[0] + noise(random); },
        [&](std::size_t cell, int seed) { return seed == 0 || (cell + std::size_t(seed)) % 4 != 0; }));
  });
  for (std::size_t e = 1; e < r.mean.size(); ++e)
    EXPECT_NEAR(r.mean[e], 0, 4 * r.deviation[e] / std::sqrt(sets) + 0.001) << e;
  EXPECT_NEAR(r.mean[0], 1.25 / 2.25, 0.01);
  EXPECT_NEAR(r.seeds, 1 / 2.25, 0.01);
}

TEST(GridVariance, OfOneSeedHasIntervalsThatCoverItsNoise) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> noise;
  int outside = 0, count = 0;
  for (int set = 0; set < 200; ++set) {
    const auto d = grid(observe_grid({4, 4, 4}, 1, [&](const auto&, int) { return noise(random); }));
    for (const auto& e : d.effects) outside += e.low > 0, ++count;
    EXPECT_TRUE(std::isnan(d.seeds));
  }
  EXPECT_LT(outside, 0.06 * count);
}

TEST(GridVariance, IsNotThatOfDrawsOrOfFewSettingsOfAProduct) {
  std::mt19937_64 random(1);
  EXPECT_FALSE(grid_variance(observe_draws(2, 50, random, [](const auto& x) { return x[0]; })));
  EXPECT_FALSE(grid_variance(observe_draws(1, 50, random, [](const auto& x) { return x[0]; })));
  const auto third = [](std::size_t cell, int) { return cell % 3 == 0; };
  EXPECT_FALSE(grid_variance(observe_grid(
      {4, 4, 4}, 1, [](const auto& x, int) { return x[0]; }, third)));
}

}  // namespace
}  // namespace icsweep::grid_variance_test
