#include "io/base/index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <type_traits>
#include <unordered_set>
#include <vector>

namespace icsweep {
namespace {

TEST(Index, OfOneKindIsComparedAndHashed) {
  EXPECT_EQ(JobIndex(3).value(), 3u);
  EXPECT_EQ(JobIndex(), JobIndex(0));
  EXPECT_LT(JobIndex(2), JobIndex(3));
  EXPECT_EQ(std::set<JobIndex>({JobIndex(1), JobIndex(1), JobIndex(2)}).size(), 2u);
  EXPECT_EQ(std::unordered_set<JobIndex>({JobIndex(1), JobIndex(1)}).size(), 1u);
}

TEST(Index, OfTwoKindsDoNotMix) {
  static_assert(!std::is_convertible_v<JobIndex, ExperimentIndex>);
  static_assert(!std::is_constructible_v<JobIndex, ExperimentIndex>);
  static_assert(!std::is_convertible_v<std::size_t, JobIndex>);
  static_assert(!std::is_convertible_v<JobIndex, std::size_t>);
}

TEST(Index, TheFirstOfAKindAscend) {
  std::vector<Rank> ranks;
  for (const Rank rank : indices<Rank>(3)) ranks.push_back(rank);
  EXPECT_EQ(ranks, (std::vector<Rank>{Rank(0), Rank(1), Rank(2)}));
  EXPECT_TRUE(indices<Rank>(0).empty());
  ranks.clear();
  std::ranges::copy(indices<Rank>(3).after(1), std::back_inserter(ranks));
  EXPECT_EQ(ranks, (std::vector<Rank>{Rank(1), Rank(2)}));
  EXPECT_TRUE(indices<Rank>(3).after(3).empty());
  EXPECT_TRUE(indices<Rank>(3).after(4).empty());
}

TEST(Indexed, OnlyNumbersOfItsKindIndexIt) {
  Indexed<JobIndex, int> numbers{4, 5};
  EXPECT_EQ(numbers.push_back(6), JobIndex(2));
  EXPECT_EQ(numbers[JobIndex(2)], 6);
  numbers[JobIndex(0)] = 7;
  EXPECT_EQ(numbers, (Indexed<JobIndex, int>{7, 5, 6}));
  int sum = 0;
  for (const JobIndex job : numbers.indices()) sum += int(job.value()) * numbers[job];
  EXPECT_EQ(sum, 5 + 2 * 6);
  static_assert(!std::is_invocable_v<decltype([](auto& all, auto i) -> decltype(all[i]) { return all[i]; }),
                                     Indexed<JobIndex, int>&, Rank>);
}

TEST(Indexed, WhatIsBehindARemovedValueMovesUp) {
  Indexed<JobIndex, int> numbers{1, 2, 3};
  EXPECT_EQ(numbers.erase_if([](int n) { return n == 2; }), 1u);
  EXPECT_EQ(numbers[JobIndex(1)], 3);
}

/// As a bit, each value of std::vector<bool> has no address.
TEST(Indexed, HoldsTruthValues) {
  Indexed<SettingIndex, bool> leads(2, false);
  leads[SettingIndex(1)] = true;
  EXPECT_FALSE(leads[SettingIndex(0)]);
  EXPECT_TRUE(leads[SettingIndex(1)]);
}

}  // namespace
}  // namespace icsweep
