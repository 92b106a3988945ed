#include "engine/launch/core_allotment.hpp"

#include <gtest/gtest.h>

#include "tests/support/numbers.hpp"

namespace icsweep::core_allotment_test {
namespace {

using Ranks = std::vector<Rank>;

/// Three experiments on two ranks of a host: two run, then the third has both cores.
TEST(CoreAllotment, AnIdleRanksProcessorGoesToWhatStillRuns) {
  CoreAllotment cores(hosts({0, 0}));
  cores.begin(0_rank, 10, 0, 64);
  cores.begin(1_rank, 10, 0, 64);
  EXPECT_EQ(cores.share(), Ranks());
  cores.end(0_rank);
  cores.end(1_rank);
  cores.begin(0_rank, 10, 0, 64);
  cores.lend(1_rank);
  EXPECT_EQ(cores.share(), Ranks({0_rank}));
  EXPECT_EQ(cores.threads(0_rank), 2);
  cores.lend(1_rank);
  EXPECT_EQ(cores.share(), Ranks()) << "it has one processor, however often it reports that";
}

TEST(CoreAllotment, WhoBeginsTakesItsProcessorBack) {
  CoreAllotment cores(hosts({0, 0}));
  cores.begin(0_rank, 10, 0, 64);
  cores.lend(1_rank);
  cores.share();
  EXPECT_EQ(cores.threads(0_rank), 2);
  cores.begin(1_rank, 1, 0, 64);
  EXPECT_EQ(cores.share(), Ranks({0_rank}));
  EXPECT_EQ(cores.threads(0_rank), 1);
  EXPECT_EQ(cores.threads(1_rank), 1);
}

TEST(CoreAllotment, ARankBetweenTwoExperimentsLendsNothing) {
  CoreAllotment cores(hosts({0, 0}));
  cores.begin(0_rank, 10, 0, 64);
  cores.begin(1_rank, 10, 0, 64);
  cores.end(1_rank);
  EXPECT_EQ(cores.share(), Ranks());
}

TEST(CoreAllotment, NoProcessorIsLentToAnotherHost) {
  CoreAllotment cores(hosts({0, 1}));
  cores.begin(0_rank, 10, 0, 64);
  cores.lend(1_rank);
  EXPECT_EQ(cores.share(), Ranks());
  cores.lend_to(0_host, 3);
  EXPECT_EQ(cores.share(), Ranks({0_rank}));
  EXPECT_EQ(cores.threads(0_rank), 4);
}

TEST(CoreAllotment, ProgressMovesProcessorsOnlyIfTheEndComesATenthEarlier) {
  CoreAllotment cores(hosts({0, 0, 0}));
  cores.begin(0_rank, 100, 0, 64);
  cores.begin(1_rank, 99, 0, 64);
  cores.exclude(2_rank);
  EXPECT_FALSE(cores.takes_jobs(2_rank));
  EXPECT_EQ(cores.share(), Ranks({0_rank}));
  cores.update(0_rank, 0.03);
  EXPECT_EQ(cores.share(), Ranks()) << "the other would end last, but only slightly later";
  cores.update(0_rank, 0.6);
  EXPECT_EQ(cores.share(), Ranks({0_rank, 1_rank}));
  EXPECT_EQ(cores.threads(1_rank), 2);
}

TEST(CoreAllotment, HostsTakeTurnsAtTheFirstJobs) {
  CoreAllotment cores(hosts({0, 0, 1, 1}));  // the ranks in turn: 0, 2, 1, 3
  EXPECT_EQ(cores.passed_over(0_rank), 0u);
  cores.begin(0_rank, 10, 0, 64);
  EXPECT_EQ(cores.passed_over(1_rank), 1u);
  EXPECT_EQ(cores.passed_over(2_rank), 0u);
  EXPECT_EQ(cores.passed_over(3_rank), 2u);
  cores.begin(1_rank, 10, 0, 64);
  EXPECT_EQ(cores.passed_over(3_rank), 1u);
  cores.lend(2_rank);
  EXPECT_EQ(cores.passed_over(3_rank), 0u);
  cores.end(1_rank);
  EXPECT_EQ(cores.passed_over(1_rank), 0u) << "its second job is the first waiting one";
}

/// Floating-point operations of about an hour.
constexpr double hour = 2e14;

/// One long experiment, and short ones for a while: a rank lends from the start, and the next takes jobs.
TEST(CoreAllotment, ARankLendsWhileJobsWaitIfALongExperimentWouldEndAfterAllElse) {
  CoreAllotment cores(hosts({0, 0, 0, 1}));
  cores.wait(24 * hour);
  cores.begin(0_rank, 10 * hour, 0, 64);
  EXPECT_TRUE(cores.should_lend(1_rank)) << "all work is 24 hours on four ranks";
  EXPECT_FALSE(cores.should_lend(3_rank)) << "it is on another host";
  cores.lend(1_rank);
  cores.share();
  EXPECT_EQ(cores.threads(0_rank), 2);
  EXPECT_FALSE(cores.should_lend(2_rank)) << "10 hours on two processors end before the mean";
}

TEST(CoreAllotment, ARankTakesAJobIfTheLongExperimentCannotUseItsProcessor) {
  CoreAllotment cores(hosts({0, 0}));
  cores.wait(12 * hour);
  cores.begin(0_rank, 10 * hour, 0, 1);
  EXPECT_FALSE(cores.should_lend(1_rank));
}

/// As `simulate` counts: the cores of ranks without an experiment are shared anyway.
TEST(CoreAllotment, RanksThatTakeNoJobsDoNotMakeOthersLend) {
  CoreAllotment cores(hosts({0, 0, 0, 0, 0, 0}));
  for (const Rank rank : {1_rank, 3_rank, 4_rank, 5_rank}) cores.exclude(rank);
  cores.wait(20 * hour);
  cores.begin(0_rank, 10 * hour, 0, 64);
  EXPECT_FALSE(cores.should_lend(2_rank)) << "two experiments for two ranks";
}

TEST(CoreAllotment, ARankDoesNotLendForSeconds) {
  CoreAllotment cores(hosts({0, 0, 0, 0}));
  cores.wait(24e9);
  cores.begin(0_rank, 10e9, 0, 64);
  EXPECT_FALSE(cores.should_lend(1_rank));
}

TEST(CoreAllotment, WhatIsGivenBackWaitsAgain) {
  CoreAllotment cores(hosts({0, 0}));
  cores.wait(24 * hour);
  cores.begin(0_rank, 10 * hour, 0, 64);
  EXPECT_FALSE(cores.should_lend(1_rank)) << "24 hours on two ranks";
  cores.begin(1_rank, 14 * hour, 0, 64);
  cores.give_back(1_rank);
  EXPECT_FALSE(cores.should_lend(1_rank));
  cores.begin(1_rank, 14 * hour, 0.9, 64);
  cores.end(1_rank);
  EXPECT_FALSE(cores.should_lend(1_rank)) << "12.6 hours still wait";
}

TEST(CoreAllotment, AFixedNumberOfThreadsStays) {
  CoreAllotment cores(hosts({0, 0}), 3);
  cores.begin(0_rank, 10, 0, 64);
  cores.lend(1_rank);
  EXPECT_EQ(cores.share(), Ranks());
  EXPECT_EQ(cores.threads(0_rank), 3);
  EXPECT_FALSE(cores.should_lend(1_rank));
  EXPECT_TRUE(cores.takes_jobs(1_rank));
}

}  // namespace
}  // namespace icsweep::core_allotment_test
