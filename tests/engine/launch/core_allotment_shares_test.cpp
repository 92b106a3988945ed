#include "engine/launch/core_allotment.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/numbers.hpp"

namespace icsweep::core_allotment_shares_test {
namespace {

using Threads = std::vector<int>;
using Hosts = std::vector<std::string>;

TEST(RanksThatRun, AllRunWhereThereIsWorkForAll) {
  EXPECT_EQ(ranks_that_run({"h", "h", "h"}, 3), std::vector<bool>(3, true));
  EXPECT_EQ(ranks_that_run({"h", "h", "h"}, 1000), std::vector<bool>(3, true));
  EXPECT_EQ(ranks_that_run({"h", "h"}, 0), std::vector<bool>(2, true));
}

TEST(RanksThatRun, TheyAreSpreadOverHosts) {
  EXPECT_EQ(ranks_that_run({"a", "a", "b", "b"}, 2), std::vector<bool>({true, false, true, false}));
  EXPECT_EQ(ranks_that_run({"a", "b", "a", "b"}, 2), std::vector<bool>({true, true, false, false}));
}

TEST(RanksThatRun, AsManyAsThereAreExperimentsAndRank0) {
  for (std::size_t ranks = 1; ranks <= 40; ++ranks)
    for (std::size_t experiments = 1; experiments <= ranks; ++experiments) {
      Hosts hosts;
      for (std::size_t r = 0; r < ranks; ++r) hosts.push_back(std::to_string(r % 3 == 0 ? r / 4 : 1000 + r % 4));
      const auto runs = ranks_that_run(hosts, experiments);
      EXPECT_EQ(std::ranges::count(runs, true), long(experiments));
      EXPECT_TRUE(runs[0]);
    }
}

TEST(HostShares, ARunAloneGetsTheWholeHost) {
  EXPECT_EQ(host_shares(4, {{1_rank, 5, 64}}), Threads({4}));
}

TEST(HostShares, WhatWouldEndLastGetsTheProcessors) {
  EXPECT_EQ(host_shares(4, {{0_rank, 10, 64}, {1_rank, 1, 64}}), Threads({3, 1}));
  EXPECT_EQ(host_shares(6, {{0_rank, 10, 60}, {1_rank, 10, 60}}), Threads({3, 3}));
}

TEST(HostShares, ABatchOfFewPartsGetsNoMoreThreadsThanItHasPartsAndNoneThatGainNothing) {
  EXPECT_EQ(host_shares(5, {{0_rank, 10, 2}, {1_rank, 1, 64}}), Threads({2, 3}));
  EXPECT_EQ(host_shares(3, {{0_rank, 10, 4}}), Threads({2})) << "four parts on three threads take two rounds";
  EXPECT_EQ(host_shares(4, {{0_rank, 10, 4}}), Threads({4}));
}

TEST(HostShares, WhatCannotBeSharedKeepsOneThread) {
  EXPECT_EQ(host_shares(4, {{0_rank, 10, 1}, {2_rank, 3, 1}}), Threads({1, 1}));
}

/// No other division of the cores ends earlier.
TEST(HostShares, TheLastRunEndsAsEarlyAsItCan) {
  for (const double left : {1.0, 2.0, 3.5, 9.0})
    for (const int most : {1, 2, 4, 7, 64})
      for (int ranks = 2; ranks <= 9; ++ranks) {
        const std::vector<SharedRun> runs{{0_rank, 4, 16}, {1_rank, left, most}};
        const auto shares = host_shares(ranks, runs);
        ASSERT_LE(shares[0] + shares[1], ranks);
        const auto end = [&](int first, int second) {
          return std::max(4 / speedup(first, 16), left / speedup(second, most));
        };
        for (int first = 1; first < ranks; ++first)
          EXPECT_LE(end(shares[0], shares[1]), end(first, ranks - first) + 1e-12) << left << most << ranks << first;
      }
}

}  // namespace
}  // namespace icsweep::core_allotment_shares_test
