#include "engine/launch/isolation.hpp"

#include <gtest/gtest.h>

#include "tests/support/numbers.hpp"

namespace icsweep {
namespace {

/// Starts `count` experiments on rank 1 and counts those that are isolated.
int isolated(Isolation& isolation, int experiments, bool has_own_process = false) {
  int count = 0;
  for (int i = 0; i < experiments; ++i) {
    isolation.begin(1_rank, has_own_process);
    count += isolation.holds(1_rank);
  }
  return count;
}

TEST(Isolation, HoldsTheFirstExperiments) {
  Isolation isolation(3);
  EXPECT_EQ(isolated(isolation, 10), 3);
}

TEST(Isolation, HoldsNoProgramAndDoesNotCountIt) {
  Isolation isolation(3);
  EXPECT_EQ(isolated(isolation, 10, true), 0);
  EXPECT_EQ(isolated(isolation, 10), 3);
}

TEST(Isolation, ACrashAddsTwiceAsManyButEightAtLeast) {
  Isolation isolation(3);
  isolated(isolation, 10);
  isolation.crashed();
  EXPECT_EQ(isolated(isolation, 100), 8);
  Isolation more(10);
  isolated(more, 5);
  more.crashed();
  EXPECT_EQ(isolated(more, 100), 20);
}

TEST(Isolation, WithoutOneAtFirstACrashChangesNothing) {
  Isolation isolation;
  isolation.crashed();
  EXPECT_EQ(isolated(isolation, 10), 0);
}

TEST(Isolation, MayHoldAll) {
  Isolation isolation(std::size_t(-1));
  isolation.crashed();
  EXPECT_EQ(isolated(isolation, 1000), 1000);
}

TEST(Isolation, KnowsRanksApart) {
  Isolation isolation(1);
  isolation.begin(1_rank, false);
  isolation.begin(2_rank, false);
  EXPECT_TRUE(isolation.holds(1_rank));
  EXPECT_FALSE(isolation.holds(2_rank));
}

}  // namespace
}  // namespace icsweep
