#include "engine/scheduling/core_allotment.hpp"

#include <gtest/gtest.h>

namespace icsweep::core_allotment_test {
namespace {

using Ranks = std::vector<int>;

/// Three experiments on two ranks of a host: two run, then the third has both processors.
TEST(CoreAllotment, AnIdleRanksProcessorGoesToWhatStillRuns) {
  CoreAllotment cores({0, 0});
  cores.begin(0, 10, 0, 64);
  cores.begin(1, 10, 0, 64);
  EXPECT_EQ(cores.share(), Ranks());
  cores.end(0);
  cores.end(1);
  cores.begin(0, 10, 0, 64);
  cores.lend(1);
  EXPECT_EQ(cores.share(), Ranks({0}));
  EXPECT_EQ(cores.threads(0), 2);
  cores.lend(1);
  EXPECT_EQ(cores.share(), Ranks()) << "it has one processor, however often it says so";
}

TEST(CoreAllotment, WhoBeginsTakesItsProcessorBack) {
  CoreAllotment cores({0, 0});
  cores.begin(0, 10, 0, 64);
  cores.lend(1);
  cores.share();
  EXPECT_EQ(cores.threads(0), 2);
  cores.begin(1, 1, 0, 64);
  EXPECT_EQ(cores.share(), Ranks({0}));
  EXPECT_EQ(cores.threads(0), 1);
  EXPECT_EQ(cores.threads(1), 1);
}

TEST(CoreAllotment, ARankBetweenTwoExperimentsLendsNothing) {
  CoreAllotment cores({0, 0});
  cores.begin(0, 10, 0, 64);
  cores.begin(1, 10, 0, 64);
  cores.end(1);
  EXPECT_EQ(cores.share(), Ranks());
}

TEST(CoreAllotment, NoProcessorIsLentToAnotherHost) {
  CoreAllotment cores({0, 1});
  cores.begin(0, 10, 0, 64);
  cores.lend(1);
  EXPECT_EQ(cores.share(), Ranks());
  cores.lend_to(0, 3);
  EXPECT_EQ(cores.share(), Ranks({0}));
  EXPECT_EQ(cores.threads(0), 4);
}

TEST(CoreAllotment, ProgressMovesProcessorsOnlyIfTheEndComesATenthEarlier) {
  CoreAllotment cores({0, 0, 0});
  cores.begin(0, 100, 0, 64);
  cores.begin(1, 99, 0, 64);
  cores.exclude(2);
  EXPECT_FALSE(cores.takes_jobs(2));
  EXPECT_EQ(cores.share(), Ranks({0}));
  cores.update(0, 0.03);
  EXPECT_EQ(cores.share(), Ranks()) << "the other would end last, by little";
  cores.update(0, 0.6);
  EXPECT_EQ(cores.share(), Ranks({0, 1}));
  EXPECT_EQ(cores.threads(1), 2);
}

TEST(CoreAllotment, HostsTakeTurnsAtTheFirstJobs) {
  CoreAllotment cores({0, 0, 1, 1});  // in turn: ranks 0, 2, 1, 3
  EXPECT_EQ(cores.passed_over(0), 0u);
  cores.begin(0, 10, 0, 64);
  EXPECT_EQ(cores.passed_over(1), 1u);
  EXPECT_EQ(cores.passed_over(2), 0u);
  EXPECT_EQ(cores.passed_over(3), 2u);
  cores.begin(1, 10, 0, 64);
  EXPECT_EQ(cores.passed_over(3), 1u);
  cores.lend(2);
  EXPECT_EQ(cores.passed_over(3), 0u);
  cores.end(1);
  EXPECT_EQ(cores.passed_over(1), 0u) << "its second job is the first that waits";
}

/// Floating-point operations of an hour, about.
constexpr double hour = 2e14;

/// One long experiment and short ones for a while: a rank lends from the start, the next takes jobs.
TEST(CoreAllotment, ARankLendsWhileJobsWaitIfALongExperimentWouldEndAfterAllElse) {
  CoreAllotment cores({0, 0, 0, 1});
  cores.wait(24 * hour);
  cores.begin(0, 10 * hour, 0, 64);
  EXPECT_TRUE(cores.should_lend(1)) << "all work is 24 on four ranks";
  EXPECT_FALSE(cores.should_lend(3)) << "it is on another host";
  cores.lend(1);
  cores.share();
  EXPECT_EQ(cores.threads(0), 2);
  EXPECT_FALSE(cores.should_lend(2)) << "10 on two processors end before the mean";
}

TEST(CoreAllotment, ARankTakesAJobIfTheLongExperimentCannotUseItsProcessor) {
  CoreAllotment cores({0, 0});
  cores.wait(12 * hour);
  cores.begin(0, 10 * hour, 0, 1);
  EXPECT_FALSE(cores.should_lend(1));
}

/// As `simulate` counts: the processors of ranks that get no experiment are shared anyway.
TEST(CoreAllotment, RanksThatTakeNoJobsDoNotMakeOthersLend) {
  CoreAllotment cores({0, 0, 0, 0, 0, 0});
  for (const int rank : {1, 3, 4, 5}) cores.exclude(rank);
  cores.wait(20 * hour);
  cores.begin(0, 10 * hour, 0, 64);
  EXPECT_FALSE(cores.should_lend(2)) << "two experiments for two ranks";
}

TEST(CoreAllotment, ARankDoesNotLendForSeconds) {
  CoreAllotment cores({0, 0, 0, 0});
  cores.wait(24e9);
  cores.begin(0, 10e9, 0, 64);
  EXPECT_FALSE(cores.should_lend(1));
}

TEST(CoreAllotment, WhatIsGivenBackWaitsAgain) {
  CoreAllotment cores({0, 0});
  cores.wait(24 * hour);
  cores.begin(0, 10 * hour, 0, 64);
  EXPECT_FALSE(cores.should_lend(1)) << "24 on two ranks";
  cores.begin(1, 14 * hour, 0, 64);
  cores.give_back(1);
  EXPECT_FALSE(cores.should_lend(1));
  cores.begin(1, 14 * hour, 0.9, 64);
  cores.end(1);
  EXPECT_FALSE(cores.should_lend(1)) << "12.6 still wait";
}

TEST(CoreAllotment, AFixedNumberOfThreadsStays) {
  CoreAllotment cores({0, 0}, 3);
  cores.begin(0, 10, 0, 64);
  cores.lend(1);
  EXPECT_EQ(cores.share(), Ranks());
  EXPECT_EQ(cores.threads(0), 3);
  EXPECT_FALSE(cores.should_lend(1));
  EXPECT_TRUE(cores.takes_jobs(1));
}

}  // namespace
}  // namespace icsweep::core_allotment_test
