#include "engine/scheduling/core_allotment.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

using Ranks = std::vector<int>;

/// Three experiments on two ranks of a host: two run, then the third has both processors.
TEST(CoreAllotment, AnIdleRanksProcessorGoesToWhatStillRuns) {
  CoreAllotment cores({"h", "h"}, 0, 3);
  cores.begin(0, 10, 0, 64);
  cores.begin(1, 10, 0, 64);
  EXPECT_EQ(cores.share(true), Ranks());
  cores.end(0);
  cores.end(1);
  cores.begin(0, 10, 0, 64);
  EXPECT_EQ(cores.share(false), Ranks({0}));
  EXPECT_EQ(cores.threads(0), 2);
}

TEST(CoreAllotment, WhatBeginsTakesItsProcessorBack) {
  CoreAllotment cores({"h", "h"}, 0, 3);
  cores.begin(0, 10, 0, 64);
  cores.share(false);
  EXPECT_EQ(cores.threads(0), 2);
  cores.begin(1, 1, 0, 64);
  EXPECT_EQ(cores.share(false), Ranks({0}));
  EXPECT_EQ(cores.threads(0), 1);
  EXPECT_EQ(cores.threads(1), 1);
}

TEST(CoreAllotment, WhileJobsWaitEveryExperimentHasOneThread) {
  CoreAllotment cores({"h", "h", "h"}, 0, 5);
  cores.begin(1, 10, 0, 64);
  cores.share(false);
  EXPECT_EQ(cores.threads(1), 3);
  EXPECT_EQ(cores.share(true), Ranks()) << "nothing began or ended";
  cores.begin(0, 10, 0, 64);
  EXPECT_EQ(cores.share(true), Ranks({1}));
  EXPECT_EQ(cores.threads(1), 1);
}

TEST(CoreAllotment, ProgressMovesProcessorsOnlyIfTheEndComesATenthEarlier) {
  CoreAllotment cores({"h", "h", "h"}, 0, 2);
  cores.begin(0, 100, 0, 64);
  cores.begin(1, 99, 0, 64);
  EXPECT_EQ(cores.share(false), Ranks({0}));
  cores.update(0, 0.03);
  EXPECT_EQ(cores.share(false), Ranks()) << "the other would end last, by little";
  cores.update(0, 0.6);
  EXPECT_EQ(cores.share(false), Ranks({0, 1}));
  EXPECT_EQ(cores.threads(1), 2);
}

TEST(CoreAllotment, AFixedNumberOfThreadsStays) {
  CoreAllotment cores({"h", "h"}, 3, 1);
  cores.begin(0, 10, 0, 64);
  EXPECT_EQ(cores.share(false), Ranks());
  EXPECT_EQ(cores.threads(0), 3);
  EXPECT_TRUE(cores.takes_jobs(1));
}

}  // namespace
}  // namespace icsweep
