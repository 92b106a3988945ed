#include "engine/simulate/simulated_search.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "tests/support/numbers.hpp"

namespace icsweep::simulated_search_test {
namespace {

class TwoSettings : public ::testing::Test {
 protected:
  TwoSettings() : experiments_(4) {
    for (Experiment& e : experiments_) e.rungs = Rungs{"loss", "steps", 100, {10, 50}, {}};
    search_.races.push_back(
        {"race", {.eta = 2, .rungs = 2}, {{0_experiment, 1_experiment}, {2_experiment, 3_experiment}}});
  }
  std::vector<Experiment> experiments_;
  Search search_;
};

TEST_F(TwoSettings, ARungStandsAtItsShareOfTheTraining) {
  const SimulatedSearch search(search_, experiments_, 0);
  EXPECT_EQ(search.share_at(0_experiment, 0_rung), 0.1);
  EXPECT_EQ(search.share_at(0_experiment, 1_rung), 0.5);
}

TEST_F(TwoSettings, SeedsOfASettingHaveOneMetric) {
  const SimulatedSearch search(search_, experiments_, 0);
  EXPECT_EQ(search.metrics(0_experiment, 0.05).size(), 0u);
  EXPECT_EQ(search.metrics(0_experiment, 0.1).size(), 1u);
  EXPECT_EQ(search.metrics(0_experiment, 1).size(), 2u);
  EXPECT_EQ(search.metrics(0_experiment, 1), search.metrics(1_experiment, 1));
  EXPECT_NE(search.metrics(0_experiment, 1), search.metrics(2_experiment, 1));
}

TEST_F(TwoSettings, TheSeedDrawsTheMetrics) {
  const SimulatedSearch one(search_, experiments_, 1), other(search_, experiments_, 2);
  EXPECT_NE(one.metrics(0_experiment, 1), other.metrics(0_experiment, 1));
}

/// A recorded result also holds for the next launch.
TEST_F(TwoSettings, APolicyKnowsWhatWasNoted) {
  SimulatedSearch search(search_, experiments_, 0);
  const auto take = [&] {
    const auto policy = search.policy({0_experiment, 1_experiment, 2_experiment, 3_experiment});
    policy->begin(SchedulerJobs(4));
    const auto job = policy->take([](JobIndex) { return true; });
    return policy->stint(*job);
  };
  EXPECT_FALSE(take().pruned_at);
  for (const ExperimentIndex e : indices<ExperimentIndex>(4)) search.note(e, Outcome::pending, 0.1);
  EXPECT_TRUE(take().pruned_at);
}

}  // namespace
}  // namespace icsweep::simulated_search_test
