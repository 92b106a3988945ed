#include "engine/simulate/simulated_search.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace icsweep::simulated_search_test {
namespace {

class TwoSettings : public ::testing::Test {
 protected:
  TwoSettings() : experiments_(4) {
    for (Experiment& e : experiments_)
      e.rungs = std::make_shared<const Rungs>(Rungs{"loss", "steps", 100, {10, 50}, {}});
    search_.races.push_back({"race", {.eta = 2, .rungs = 2}, {{0, 1}, {2, 3}}});
  }
  std::vector<Experiment> experiments_;
  Search search_;
};

TEST_F(TwoSettings, ARungStandsAtItsShareOfTheTraining) {
  const SimulatedSearch search(search_, experiments_, 0);
  EXPECT_EQ(search.share_at(0, 0), 0.1);
  EXPECT_EQ(search.share_at(0, 1), 0.5);
}

TEST_F(TwoSettings, SeedsOfASettingHaveOneMetric) {
  const SimulatedSearch search(search_, experiments_, 0);
  EXPECT_EQ(search.metrics(0, 0.05).size(), 0u);
  EXPECT_EQ(search.metrics(0, 0.1).size(), 1u);
  EXPECT_EQ(search.metrics(0, 1).size(), 2u);
  EXPECT_EQ(search.metrics(0, 1), search.metrics(1, 1));
  EXPECT_NE(search.metrics(0, 1), search.metrics(2, 1));
}

TEST_F(TwoSettings, TheSeedDrawsTheMetrics) {
  const SimulatedSearch one(search_, experiments_, 1), other(search_, experiments_, 2);
  EXPECT_NE(one.metrics(0, 1), other.metrics(0, 1));
}

/// What is noted holds for the next launch.
TEST_F(TwoSettings, APolicyKnowsWhatWasNoted) {
  SimulatedSearch search(search_, experiments_, 0);
  const auto take = [&] {
    const auto policy = search.policy({0, 1, 2, 3});
    policy->begin(std::vector<SchedulerJob>(4));
    const auto job = policy->take([](std::size_t) { return true; });
    return policy->stint(*job);
  };
  EXPECT_FALSE(take().prunes());
  for (std::size_t e = 0; e < 4; ++e) search.note(e, Outcome::pending, 0.1);
  EXPECT_TRUE(take().prunes());
}

}  // namespace
}  // namespace icsweep::simulated_search_test
