#include "engine/search/budget.hpp"

#include <gtest/gtest.h>

#include "tests/support/numbers.hpp"

namespace icsweep {
namespace {

TEST(Budget, KeepsTheBestThirdAtEachRungAndAtLeastOne) {
  using Counts = std::vector<std::size_t>;
  EXPECT_EQ(promoted_counts({3, 3}, 27), (Counts{9, 3, 1}));
  EXPECT_EQ(promoted_counts({3, 3}, 10), (Counts{3, 1, 1}));
  EXPECT_EQ(promoted_counts({3, 3}, 2), (Counts{1, 1, 1}));
  EXPECT_EQ(promoted_counts({3, 3, 2}, 27), (Counts{9, 3, 2}));
  EXPECT_EQ(promoted_counts({3, 3, 5}, 4), (Counts{4, 4, 4}));
}

TEST(Budget, CountsEachSettingUpToItsLastRung) {
  // 9 settings to 1/9, 3 to 1/3, 1 to the end: 1 + 3·2/9 + 2/3 of 9 trainings.
  EXPECT_DOUBLE_EQ(share_of_budget({3, 2}, 9, 1, {1.0 / 9, 1.0 / 3}), (1 + 2.0 / 3 + 2.0 / 3) / 9);
  EXPECT_DOUBLE_EQ(share_of_budget({3, 2}, 9, 5, {1.0 / 9, 1.0 / 3}), (1 + 2.0 / 3 + 2.0 / 3) / 9);
  EXPECT_DOUBLE_EQ(share_of_budget({3, 2}, 0, 1, {1.0 / 9, 1.0 / 3}), 1);
}

TEST(Budget, OfScoutsCountsTheOthersOfPromotedSettingsAlone) {
  // 27 scouts to 1/27, 9 of them to the end, then the two other seeds of 4 settings, of 81 trainings.
  EXPECT_DOUBLE_EQ(share_of_budget({4, 3, 4, false, true}, 27, 3, {1.0 / 81, 1.0 / 27, 1}),
                   (1 + 9 * 26.0 / 27 + 8) / 81);
}

TEST(Budget, CountsAgainWhatRestartsAndEverythingThatContinues) {
  const std::vector<double> at{1.0 / 9, 1.0 / 3}, looks{1.0 / 81, 1.0 / 27, 1};
  const auto rules = [](AtRung at_rung, bool scouts = false) {
    return Search::Rules{
        .eta = 3, .rungs = scouts ? 3u : 2u, .keep = scouts ? 4u : 1u, .scouts = scouts, .at_rung = at_rung};
  };
  EXPECT_DOUBLE_EQ(share_of_budget(rules(AtRung::restarts), 9, 1, at), (1 + 1 + 1) / 9.0);
  EXPECT_DOUBLE_EQ(share_of_budget(rules(AtRung::continues), 9, 1, at), 1);
  EXPECT_DOUBLE_EQ(share_of_budget(rules(AtRung::restarts, true), 27, 3, looks), (1 + 9 + 8) / 81.0);
  EXPECT_DOUBLE_EQ(share_of_budget(rules(AtRung::continues, true), 27, 3, looks), (27 + 8) / 81.0);
}

TEST(Budget, WeighsRacesByTheirCost) {
  Search search;
  search.races = {{"", {2, 1}, {{0_experiment}, {1_experiment}}, {0.25}},
                  {"", {2, 1}, {{2_experiment}, {3_experiment}}, {0.25}}};
  EXPECT_DOUBLE_EQ(share_of_budget(search.races[RaceIndex(0)]), (2 * 0.25 + 0.75) / 2);
  search.races[RaceIndex(1)].rules.keep = 2;
  EXPECT_DOUBLE_EQ(share_of_budget(search, {1, 1, 3, 3}), (2 * 0.625 + 6) / 8);
  EXPECT_DOUBLE_EQ(share_of_budget(search, {0, 0, 0, 0}), 1);
}

}  // namespace
}  // namespace icsweep
