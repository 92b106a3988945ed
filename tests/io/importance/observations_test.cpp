#include "io/importance/observations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace icsweep {
namespace {

TEST(Shuffled, TheOrderIsTheSameOnEveryMachine) {
  std::mt19937_64 random(5489);  // std::mt19937_64's own seed, whose numbers the standard defines
  std::vector<std::uint32_t> numbers(10);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::vector<std::uint32_t> expected = numbers;
  shuffle(numbers, random);
  std::mt19937_64 same(5489);
  for (std::size_t last = 9; last > 0; --last) std::swap(expected[last], expected[same() % (last + 1)]);
  EXPECT_EQ(numbers, expected);
  std::sort(numbers.begin(), numbers.end());
  for (std::uint32_t i = 0; i < 10; ++i) EXPECT_EQ(numbers[i], i);
}

/// 6000 trials: each of the 6 orders of three numbers is expected 1000 times, with a standard deviation of 29.
TEST(Shuffled, EveryOrderIsAsLikely) {
  std::mt19937_64 random(1);
  std::map<std::vector<std::uint32_t>, int> times;
  for (int i = 0; i < 6000; ++i) {
    std::vector<std::uint32_t> numbers{0, 1, 2};
    shuffle(numbers, random);
    ++times[numbers];
  }
  ASSERT_EQ(times.size(), 6u);
  for (const auto& [order, count] : times) EXPECT_NEAR(count, 1000, 150);
}

}  // namespace

}  // namespace icsweep
