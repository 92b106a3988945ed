#include "engine/cluster/teams.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace icsweep {
namespace {

using Threads = std::vector<int>;

TEST(Teams, EveryRankHasAThreadWhereThereIsWorkForAll) {
  EXPECT_EQ(threads_of_ranks({"h", "h", "h"}, 3), Threads({1, 1, 1}));
  EXPECT_EQ(threads_of_ranks({"h", "h", "h"}, 1000), Threads({1, 1, 1}));
}

TEST(Teams, OneExperimentTakesTheWholeHost) {
  EXPECT_EQ(threads_of_ranks({"h", "h", "h", "h"}, 1), Threads({4, 0, 0, 0}));
}

TEST(Teams, RanksAreSharedOutEvenly) {
  EXPECT_EQ(threads_of_ranks({"h", "h", "h", "h", "h"}, 2), Threads({2, 0, 3, 0, 0}));
}

TEST(Teams, AThreadIsNeverOnAnotherHost) {
  EXPECT_EQ(threads_of_ranks({"b", "b", "c", "c"}, 1), Threads({2, 0, 0, 0}));
  EXPECT_EQ(threads_of_ranks({"b", "c", "b", "c"}, 2), Threads({2, 2, 0, 0})) << "ranks that go round the hosts";
}

TEST(Teams, AsManyRanksWorkAsThereAreExperimentsAndNoCoreIsUsedTwice) {
  for (std::size_t ranks = 1; ranks <= 40; ++ranks)
    for (std::size_t per_host = 1; per_host <= 8; ++per_host)
      for (std::size_t experiments = 1; experiments <= ranks; ++experiments) {
        std::vector<std::string> hosts;
        for (std::size_t r = 0; r < ranks; ++r)
          hosts.push_back(std::to_string(r % 3 == 0 ? r / per_host : 1000 + r % per_host));
        const auto threads = threads_of_ranks(hosts, experiments);
        std::size_t working = 0;
        for (const int t : threads) working += t > 0;
        ASSERT_EQ(working, experiments);
        ASSERT_GT(threads[0], 0) << "rank 0 coordinates: it works too";
        for (const auto& host : hosts) {
          long used = 0, there = 0;
          for (std::size_t r = 0; r < ranks; ++r)
            if (hosts[r] == host) used += threads[r], ++there;
          ASSERT_LE(used, there);
        }
      }
}

TEST(Teams, NothingToDoLeavesEveryRankAsItIs) {
  EXPECT_EQ(threads_of_ranks({"h", "h"}, 0), Threads({1, 1}));
}

}  // namespace
}  // namespace icsweep
