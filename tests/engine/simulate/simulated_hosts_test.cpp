#include "engine/simulate/simulated_hosts.hpp"

#include <gtest/gtest.h>

#include "tests/support/numbers.hpp"

namespace icsweep::simulated_hosts_test {
namespace {

TEST(SimulatedHosts, RanksThatRunAreSpreadOverAllHosts) {
  const SimulatedHosts hosts({.ranks = 8, .per_host = 2}, 4, 0);
  EXPECT_EQ(hosts.running(), 4u);
  EXPECT_EQ(hosts.of_ranks(), icsweep::hosts({0, 1, 2, 3}));
  EXPECT_EQ(hosts.cores(0).free(), (Indexed<Host, int>{1, 1, 1, 1}));
  EXPECT_FALSE(hosts.can_share());
}

TEST(SimulatedHosts, RanksOfOneHostAreBesideEachOther) {
  const SimulatedHosts hosts({.ranks = 4, .per_host = 2}, 9, 0);
  EXPECT_EQ(hosts.beside(3_rank), (std::vector<Rank>{2_rank, 3_rank}));
}

TEST(SimulatedHosts, OneRankStandsForTheIdleOnesOfAHost) {
  const SimulatedHosts hosts({.ranks = 8, .per_host = 4}, 1, 100);
  EXPECT_TRUE(hosts.can_share());
  EXPECT_EQ(hosts.of_ranks(), icsweep::hosts({0, 0, 1}));
  EXPECT_EQ(hosts.cores(0).free(), (Indexed<Host, int>{3, 4}));
  EXPECT_FALSE(hosts.cores(0).takes_jobs(1_rank));
}

TEST(SimulatedHosts, HostsThatAreOfNoUseAreLeftOut) {
  EXPECT_EQ(SimulatedHosts({.ranks = 4000, .per_host = 4}, 1, 6).size(), 4u) << "two hosts of four processors";
}

}  // namespace
}  // namespace icsweep::simulated_hosts_test
