// Shares compared with those of Optuna's evaluators on the same tables, from tests/reference/make_optuna.py.
#include "io/importance/importance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/io/importance/observed_functions.hpp"

namespace icsweep {
namespace {

using Json = nlohmann::json;

Json optuna() {
  std::ifstream file(REFERENCE_DIR "/optuna_importance.json");
  return Json::parse(file);
}

Observations observations_of(const Json& table) {
  const auto rows = table["rows"].get<std::vector<std::vector<double>>>();
  const std::size_t factors = rows[0].size() - 1;
  Observations o;
  o.levels.resize(rows.size() * factors);
  for (std::size_t f = 0; f < factors; ++f) {
    std::map<double, int> levels;
    for (const auto& row : rows) levels[row[f]] = 0;
    for (int level = 0; auto& [value, number] : levels) number = level++;
    for (std::size_t s = 0; s < rows.size(); ++s) o.levels[s * factors + f] = levels[rows[s][f]];
    o.factors.push_back({{table["parameters"][f]}, int(levels.size()), true});
  }
  for (const auto& row : rows) {
    o.results.push_back(row.back());
    o.first.push_back(o.results.size());
  }
  return o;
}

TEST(Importance, OfAGridAgreesWithOptuna) {
  const Json table = optuna()["grid"];
  const Observations o = observations_of(table);
  const Decomposition d = decompose(o);
  EXPECT_EQ(d.method, VarianceMethod::grid);
  const BestPart best = best_part(o, 0.1, false);
  for (std::size_t f = 0; f < o.factors.size(); ++f) {
    EXPECT_NEAR(d.effects[f].share, table["fanova"][f].get<double>(), 0.01) << table["parameters"][f];
    EXPECT_NEAR(best.shares[f], table["ped_anova"][f].get<double>(), 0.03) << table["parameters"][f];
  }
}

TEST(Importance, OfDrawsAgreesWithOptuna) {
  const Json table = optuna()["draws"];
  const Observations o = observations_of(table);
  const Decomposition d = decompose(o);
  EXPECT_EQ(d.method, VarianceMethod::forest);
  const BestPart best = best_part(o, 0.1, false);
  for (std::size_t f = 0; f < o.factors.size(); ++f) {
    EXPECT_NEAR(d.effects[f].share, table["fanova"][f].get<double>(), 0.03) << table["parameters"][f];
    EXPECT_NEAR(best.shares[f], table["ped_anova"][f].get<double>(), 0.12) << table["parameters"][f];
  }
}

/// Processor seconds for the importance of 16 parameters.
double seconds_of(int experiments) {
  std::mt19937_64 random(16);
  const auto metric = [](const auto& x) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] / double(i + 1) + (i > 0 ? x[i] * x[i - 1] : 0);
    return sum;
  };
  const Observations o = observe_draws(16, experiments, random, metric, 1, 0.2);
  const auto before = std::clock();
  EXPECT_EQ(decompose(o).effects.size(), 136u);
  best_part(o, 0.1, false);
  return double(std::clock() - before) / CLOCKS_PER_SEC;
}

// A forest of 100,000 experiments reads 1.5 times the settings of one of 25,000: 3 divisions instead of 8. Quadratic
// work would take 6 times longer.
TEST(Importance, OfManyExperimentsGrowsNoFasterThanTheirNumber) {
  const double few = seconds_of(25'000);
  EXPECT_LT(seconds_of(100'000), 4 * few);
}

TEST(BestPart, IsTheClosedFormWhereOneFactorDecides) {
  // The best tenth of 10 × 10 settings has the first of ten levels. There q = 1, so D = (1 − 0.1)²/0.1 + 9 (0.1²)/0.1 =
  // 9, minus 9 · 90/(10 · 99). The other factor has one setting of each level among them, minus the same.
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
