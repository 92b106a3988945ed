#include "io/index.hpp"

#include <gtest/gtest.h>

#include <set>
#include <type_traits>
#include <unordered_set>

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

}  // namespace
}  // namespace icsweep
