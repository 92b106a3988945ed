#include "io/base/fronts.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

using Indices = std::vector<std::size_t>;
using Found = std::vector<Indices>;

TEST(Fronts, APointDominatesIfItIsNowhereLargerAndSomewhereSmaller) {
  EXPECT_TRUE(dominates({1, 2}, {1, 3}));
  EXPECT_FALSE(dominates({1, 2}, {1, 2}));
  EXPECT_FALSE(dominates({1, 3}, {2, 2}));
  EXPECT_TRUE(dominates({1, 1, 1}, {1, 1, 2}));
}

TEST(Fronts, EachHasWhatOnlyEarlierOnesDominate) {
  const std::vector<Losses> points{{3, 3}, {1, 3}, {2, 2}, {4, 4}, {3, 1}, {2, 2}, {2, 4}};
  EXPECT_EQ(first_fronts(points, 7), (Found{{1, 2, 5, 4}, {6, 0}, {3}}));
  EXPECT_EQ(first_fronts(points, 4), (Found{{1, 2, 5, 4}})) << "enough";
  EXPECT_EQ(first_fronts({}, 3), Found{});
  EXPECT_EQ(first_fronts({{2}, {1}, {3}, {1}}, 3), (Found{{1, 3}, {0}})) << "one number: its order";
}

TEST(Fronts, OfThreeNumbersNoneIsIgnored) {
  EXPECT_EQ(first_fronts({{1, 1, 2}, {1, 1, 1}, {0, 5, 5}}, 3), (Found{{2, 1}, {0}}));
}

TEST(Fronts, OfEqualPointsTheFirstRepresentsAll) {
  EXPECT_EQ(front_of({{2, 1}, {1, 2}, {1, 2}, {3, 3}}), (Indices{1, 0}));
  EXPECT_EQ(front_of({}), Indices{});
}

TEST(Fronts, SpreadFirstKeepsTheEndsAndDropsTheNearest) {
  const std::vector<Losses> points{{0, 10}, {1, 9}, {1.1, 8.9}, {5, 5}, {10, 0}};
  const Indices order = spread_first(points, {0, 1, 2, 3, 4});
  EXPECT_EQ(Indices(order.begin(), order.begin() + 3), (Indices{0, 4, 3}));
  EXPECT_EQ(spread_first({{1}, {1}, {1}}, {0, 1, 2}), (Indices{0, 1, 2})) << "equal ones keep their order";
  EXPECT_EQ(spread_first({}, {}), Indices{});
}

}  // namespace
}  // namespace icsweep
