// Tests simulations of sweeps with a search.
#include <gtest/gtest.h>

#include <memory>

#include "engine/simulate/simulation.hpp"
#include "tests/support/numbers.hpp"

namespace icsweep::simulation_search_test {
namespace {

/// Equal experiments of 27 seconds, in steps of a tenth of a second.
struct World {
  std::vector<Experiment> experiments;
  Search search;

  World(const Search::Rules& rules, const std::vector<std::int64_t>& at, std::size_t settings, std::size_t seeds)
      : experiments(settings * seeds) {
    const Shared<Rungs> rungs = Rungs{"loss", "steps", 270, at, {}};
    for (Experiment& e : experiments) e.rungs = rungs;
    Search::Race race{"race", rules, {}};
    for (std::size_t s = 0; s < settings; ++s) {
      race.settings.push_back({});
      for (std::size_t seed = 0; seed < seeds; ++seed) race.settings.back().emplace_back(s * seeds + seed);
    }
    search.races.push_back(race);
  }
  Simulation run(const Cluster& cluster) const {
    SimulatedSearch simulated(search, experiments, cluster.seed);
    return simulate(std::vector(experiments.size(), Prediction{27, 27, 0.1}), cluster, &simulated);
  }
};

/// A third of nine settings continues at a ninth of the training, and one of these at a third.
World halving(std::size_t seeds = 2) {
  return {{.eta = 3, .rungs = 2}, {30, 90}, 9, seeds};
}
constexpr double halved = 9 * 3 + 3 * 6 + 18;  // seconds per seed

/// The first seeds of nine settings train to a 27th, three of them to the end, then the best setting's other seeds.
World scouts() {
  return {{.rungs = 3, .keep = 1, .scouts = true}, {3, 10, 270}, 9, 3};
}

Cluster ideal(int ranks) {
  return {.ranks = ranks, .start_up = 0, .latency = 0, .answer = 0};
}

TEST(SimulatedHalving, OneRankRunsWhatIsPromotedAndNothingElse) {
  const Simulation s = halving().run(ideal(1));
  EXPECT_NEAR(s.makespan, 2 * halved, 1e-6);
  EXPECT_EQ(s.finished, 18u);
  EXPECT_NEAR(s.efficiency(), 1, 1e-6);
}

TEST(SimulatedHalving, MoreRanksWaitForDecisionsOrRunOnAtTheirRisk) {
  for (const int ranks : {2, 3, 4, 8, 18, 40}) {
    const Simulation s = halving().run(ideal(ranks));
    EXPECT_GE(s.makespan, 2 * halved / ranks - 1e-6) << ranks;
    EXPECT_GE(s.makespan, 27 - 1e-6) << ranks;
    EXPECT_LE(s.makespan, 2 * halved / ranks + 27) << ranks;
    EXPECT_EQ(s.finished, 18u);
    EXPECT_GE(s.ranks[Spent::work], 2 * halved - 1e-6);
    EXPECT_NEAR(s.ranks.sum(), ranks * s.makespan, 1e-6);
    EXPECT_NEAR(s.last_rank.sum(), s.makespan, 1e-6);
  }
}

/// Eight ranks and one seed: when eight settings have reached the first rung, the ninth may change which ones continue.
TEST(SimulatedHalving, WhatRunsAtItsRiskPausesWhenItIsPruned) {
  double reported = 0, unreported = 0;
  for (std::int64_t seed = 0; seed < 20; ++seed) {
    Cluster cluster = ideal(8);
    cluster.seed = seed;
    reported += halving(1).run(cluster).ranks[Spent::work];
    cluster.report_every = 1e6;
    unreported += halving(1).run(cluster).ranks[Spent::work];
  }
  EXPECT_GT(reported, 20 * halved + 1);
  EXPECT_LT(reported, unreported - 1);
}

TEST(SimulatedHalving, GoesOnAfterFailures) {
  Cluster cluster = ideal(4);
  cluster.failures = 20;
  cluster.checkpoint_every = 1;
  const Simulation s = halving().run(cluster);
  EXPECT_GT(s.launches, 1u);
  EXPECT_EQ(s.finished, 18u);
  EXPECT_NEAR(s.ranks.sum(), 4 * s.makespan, 1e-6);
}

TEST(SimulatedHalving, WhatRestartsRepeatsItsSteps) {
  World world = halving();
  world.search.races[RaceIndex(0)].rules.at_rung = AtRung::restarts;
  const Simulation s = world.run(ideal(1));
  EXPECT_NEAR(s.makespan, 2 * (9 * 3 + 3 * 9 + 27), 1e-6);
  EXPECT_EQ(s.finished, 18u);
}

TEST(SimulatedHalving, WhatContinuesIsStoppedWhenItIsPruned) {
  World world = halving();
  world.search.races[RaceIndex(0)].rules.at_rung = AtRung::continues;
  for (const int ranks : {1, 4, 18}) {
    const Simulation s = world.run(ideal(ranks));
    EXPECT_EQ(s.finished, 18u) << ranks;
    EXPECT_GT(s.ranks[Spent::work], 2 * halved) << ranks;
    EXPECT_LT(s.ranks[Spent::work], 18 * 27 - 1) << ranks;
  }
}

TEST(SimulatedScouts, OneRankRunsTheScoutsAndWhatFollows) {
  const Simulation s = scouts().run(ideal(1));
  EXPECT_NEAR(s.makespan, 9 * 1 + 3 * 26 + 2 * 27, 1e-6);
  EXPECT_EQ(s.finished, 27u);
}

TEST(SimulatedScouts, NoScoutGoesOnBeforeAllHaveBeenLookedAt) {
  const Simulation s = scouts().run(ideal(3));
  EXPECT_NEAR(s.makespan, 3 + 26 + 27, 1e-6);
  EXPECT_NEAR(s.ranks[Spent::end], 27, 1e-6) << "two seeds follow on three ranks";
}

}  // namespace
}  // namespace icsweep::simulation_search_test
