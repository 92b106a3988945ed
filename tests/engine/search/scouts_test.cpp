#include "engine/search/scouts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "tests/support/numbers.hpp"

namespace icsweep {
namespace {

Search::Rules rules(std::size_t keep, bool largest = false) {
  return {4, 3, keep, largest, true};
}

using Settings = Indexed<SettingIndex, std::vector<Entrant>>;
using Numbers = std::vector<SettingIndex>;

/// Settings of two experiments each. The scouts are done, with these values at a third of the look, at the look and at
/// the end.
Settings scouted(const std::vector<std::vector<double>>& values) {
  Settings all;
  for (const auto& v : values) all.push_back({{Outcome::done, v}, {}});
  return all;
}

Numbers promoted(const RaceState& race) {
  Numbers all;
  for (const SettingIndex s : indices<SettingIndex>(race.settings()))
    if (race.fate(s) == Fate{3_rung, RungVerdict::promoted}) all.push_back(s);
  return all;
}

TEST(Scouts, AThirdGoesToTheEndAndAsManyAsKeepAtLeast) {
  EXPECT_EQ(scouts_to_end(rules(4), 27), 9u);
  EXPECT_EQ(scouts_to_end(rules(4), 10), 4u);
  EXPECT_EQ(scouts_to_end(rules(6), 10), 6u);
  EXPECT_EQ(scouts_to_end(rules(6), 3), 3u);
}

TEST(Scouts, TheValueAtTheEndIsThatOfThreeMoreThreefoldStepsLikeTheLast) {
  EXPECT_DOUBLE_EQ(expected_at_end(2, 1), 1.0 / 8);
  EXPECT_DOUBLE_EQ(expected_at_end(1, 3), 81);
  EXPECT_DOUBLE_EQ(expected_at_end(-1, -2), -5);
  EXPECT_DOUBLE_EQ(expected_at_end(0, 1), 4);
}

TEST(Scouts, AQuarterOfThePlacesGoesToWhatFallsFastest) {
  std::vector<std::vector<double>> values(12, {1, 1, 1});
  for (std::size_t s = 0; s < 12; ++s) values[s] = {2 + double(s), 1.9 + double(s), 1};
  values[11] = {90, 20, 0.1};  // the last one at the look
  RaceState race(rules(1), scouted(values));
  EXPECT_EQ(promoted(race), Numbers{11_setting});
  EXPECT_EQ(race.fate(2_setting), (Fate{2_rung, RungVerdict::pruned}));
  EXPECT_EQ(race.fate(3_setting), (Fate{1_rung, RungVerdict::pruned}));  // the fourth by value has lost its place
}

TEST(Scouts, TheLargestMayBeTheBest) {
  RaceState race(rules(1, true), scouted({{1, 2, 3}, {1, 3, 5}, {1, 1, 9}}));
  EXPECT_EQ(promoted(race), Numbers{1_setting});
}

TEST(Scouts, TheOthersAreDueOnlyWhereTheScoutWasAmongTheBestAtTheEnd) {
  RaceState race(rules(1), {{{}, {}}, {{}, {}}, {{}, {}}, {{}, {}}});
  const auto dues = [&](SettingIndex s) { return std::pair(race.due_rungs(s, 0), race.due_rungs(s, 1)); };
  EXPECT_EQ(dues(0_setting), std::pair(std::size_t{2}, std::size_t{0}));
  EXPECT_FALSE(race.trains_to_end(0_setting, 0));
  for (const SettingIndex s : indices<SettingIndex>(4)) race.note(s, 0, {Outcome::pending, {3, 2 + double(s.value())}});
  EXPECT_TRUE(race.trains_to_end(0_setting, 0) && race.trains_to_end(1_setting, 0) &&
              !race.trains_to_end(2_setting, 0));
  EXPECT_FALSE(race.trains_to_end(0_setting, 1));
  race.note(0_setting, 0, {Outcome::done, {3, 2, 1}});
  EXPECT_EQ(dues(0_setting).second, 0u);  // the other scout could be better
  race.note(1_setting, 0, {Outcome::done, {3, 3, 0.5}});
  EXPECT_EQ(promoted(race), Numbers{1_setting});
  EXPECT_TRUE(race.trains_to_end(1_setting, 1) && !race.trains_to_end(0_setting, 1));
}

TEST(Scouts, WithoutAFiniteValueASettingDoesNotGoOn) {
  Settings settings = scouted({{1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}});
  settings[0_setting][0] = {Outcome::diverged, {1}};
  settings[1_setting][0] = {Outcome::failed, {}};
  settings[2_setting][0].rungs = {1, HUGE_VAL, 1};
  EXPECT_EQ(promoted(RaceState(rules(2), settings)), Numbers{3_setting});
}

TEST(Scouts, WhateverTheOrderOfResultsNoVerdictIsTakenBackAndTheLastAreThoseOfAllResults) {
  std::mt19937 random(9);
  const auto drawn = [&](int to) { return int(random() % unsigned(to)); };
  for (int trial = 0; trial < 500; ++trial) {
    Settings whole, none;
    std::vector<std::pair<SettingIndex, std::size_t>> to_come;
    for (std::size_t s = 0; s < std::size_t(3 + drawn(20)); ++s) {
      Entrant scout{Outcome::done, {}};
      for (int r = 0; r < 3; ++r) scout.rungs.push_back(drawn(20) == 0 ? HUGE_VAL : 1 + drawn(6));
      if (drawn(8) == 0)
        scout.rungs.resize(std::size_t(drawn(3))), scout.outcome = drawn(2) ? Outcome::failed : Outcome::diverged;
      whole.push_back({scout, {}});
      none.push_back({{}, {}});
      to_come.insert(to_come.end(), scout.rungs.size() + 1, {SettingIndex(s), 0});
    }
    std::shuffle(to_come.begin(), to_come.end(), random);
    const RaceState all(rules(std::size_t(1 + drawn(3))), whole);
    RaceState race(all.rules(), none);
    Indexed<SettingIndex, Fate> before(whole.size());
    for (const auto& [s, m] : to_come) {
      Entrant next = race.entrant(s, m);
      const Entrant& last = whole[s][m];
      if (next.rungs.size() < last.rungs.size()) next.rungs.push_back(last.rungs[next.rungs.size()]);
      else next.outcome = last.outcome;
      race.note(s, m, next);
      for (const SettingIndex i : whole.indices()) {
        ASSERT_GE(race.fate(i).rung, before[i].rung) << trial;
        if (before[i].verdict != RungVerdict::open) {
          ASSERT_EQ(race.fate(i), before[i]) << trial;
        }
        before[i] = race.fate(i);
      }
    }
    for (const SettingIndex i : whole.indices()) ASSERT_EQ(race.fate(i), all.fate(i)) << trial;
  }
}

}  // namespace
}  // namespace icsweep
