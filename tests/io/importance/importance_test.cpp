// Shares beside those of Optuna's evaluators on the same tables, from tests/reference/make_optuna.py.
#include "io/importance/importance.hpp"

#include <gtest/gtest.h>

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

/// Processor seconds that the importance of 16 parameters takes.
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

// A forest of 100,000 experiments sees 1.5 times the settings that one of 25,000 sees: 3 divisions instead of 8.
// Work that grows with the square would take 6 times as long.
TEST(Importance, OfManyExperimentsGrowsNoFasterThanTheirNumber) {
  const double few = seconds_of(25'000);
  EXPECT_LT(seconds_of(100'000), 4 * few);
}

}  // namespace
}  // namespace icsweep
