#include "engine/search/scouts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

namespace icsweep {
namespace {

Search::Rules rules(std::size_t keep, bool largest = false) {
  return {4, 3, keep, largest, true};
}

using Settings = std::vector<std::vector<Entrant>>;

/// Settings of two experiments each, of which the scouts are done with these values at a third of the look, at the look
/// and at the end.
Settings scouted(const std::vector<std::vector<double>>& values) {
  Settings all;
  for (const auto& v : values) all.push_back({{Outcome::done, v}, {}});
  return all;
}

std::vector<std::size_t> promoted(const RaceState& race) {
  std::vector<std::size_t> all;
  for (std::size_t s = 0; s < race.settings(); ++s)
    if (race.fate(s) == Fate{3, RungVerdict::promoted}) all.push_back(s);
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
  values[11] = {90, 20, 0.1};  // the last of all at the look
  RaceState race(rules(1), scouted(values));
  EXPECT_EQ(promoted(race), std::vector<std::size_t>{11});
  EXPECT_EQ(race.fate(2), (Fate{2, RungVerdict::pruned}));
  EXPECT_EQ(race.fate(3), (Fate{1, RungVerdict::pruned}));  // the fourth by value has lost its place
}

TEST(Scouts, TheLargestMayBeTheBest) {
  RaceState race(rules(1, true), scouted({{1, 2, 3}, {1, 3, 5}, {1, 1, 9}}));
  EXPECT_EQ(promoted(race), std::vector<std::size_t>{1});
}

TEST(Scouts, TheOthersAreDueOnlyWhereTheScoutWasAmongTheBestAtTheEnd) {
  RaceState race(rules(1), {{{}, {}}, {{}, {}}, {{}, {}}, {{}, {}}});
  const auto dues = [&](std::size_t s) { return std::pair(race.due_rungs(s, 0), race.due_rungs(s, 1)); };
  EXPECT_EQ(dues(0), std::pair(std::size_t{2}, std::size_t{0}));
  EXPECT_FALSE(race.trains_to_end(0, 0));
  for (std::size_t s = 0; s < 4; ++s) race.note(s, 0, {Outcome::pending, {3, 2 + double(s)}});
  EXPECT_TRUE(race.trains_to_end(0, 0) && race.trains_to_end(1, 0) && !race.trains_to_end(2, 0));
  EXPECT_FALSE(race.trains_to_end(0, 1));
  race.note(0, 0, {Outcome::done, {3, 2, 1}});
  EXPECT_EQ(dues(0).second, 0u);  // the other scout could be better
  race.note(1, 0, {Outcome::done, {3, 3, 0.5}});
  EXPECT_EQ(promoted(race), std::vector<std::size_t>{1});
  EXPECT_TRUE(race.trains_to_end(1, 1) && !race.trains_to_end(0, 1));
}

TEST(Scouts, WithoutAFiniteValueASettingDoesNotGoOn) {
  Settings settings = scouted({{1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}});
  settings[0][0] = {Outcome::diverged, {1}};
  settings[1][0] = {Outcome::failed, {}};
  settings[2][0].rungs = {1, HUGE_VAL, 1};
  EXPECT_EQ(promoted(RaceState(rules(2), settings)), std::vector<std::size_t>{3});
}

TEST(Scouts, WhateverTheOrderOfResultsNoVerdictIsTakenBackAndTheLastAreThoseOfAllResults) {
  std::mt19937 random(9);
  const auto drawn = [&](int to) { return int(random() % unsigned(to)); };
  for (int trial = 0; trial < 500; ++trial) {
    Settings whole, none;
    std::vector<std::pair<std::size_t, std::size_t>> to_come;
    for (std::size_t s = 0; s < std::size_t(3 + drawn(20)); ++s) {
      Entrant scout{Outcome::done, {}};
      for (int r = 0; r < 3; ++r) scout.rungs.push_back(drawn(20) == 0 ? HUGE_VAL : 1 + drawn(6));
      if (drawn(8) == 0)
        scout.rungs.resize(std::size_t(drawn(3))), scout.outcome = drawn(2) ? Outcome::failed : Outcome::diverged;
      whole.push_back({scout, {}});
      none.push_back({{}, {}});
      to_come.insert(to_come.end(), scout.rungs.size() + 1, {s, 0});
    }
    std::shuffle(to_come.begin(), to_come.end(), random);
    const RaceState all(rules(std::size_t(1 + drawn(3))), whole);
    RaceState race(all.rules(), none);
    std::vector<Fate> before(whole.size());
    for (const auto& [s, m] : to_come) {
      Entrant next = race.entrant(s, m);
      const Entrant& last = whole[s][m];
      if (next.rungs.size() < last.rungs.size()) next.rungs.push_back(last.rungs[next.rungs.size()]);
      else next.outcome = last.outcome;
      race.note(s, m, next);
      for (std::size_t i = 0; i < whole.size(); ++i) {
        ASSERT_GE(race.fate(i).rung, before[i].rung) << trial;
        if (before[i].verdict != RungVerdict::open) {
          ASSERT_EQ(race.fate(i), before[i]) << trial;
        }
        before[i] = race.fate(i);
      }
    }
    for (std::size_t i = 0; i < whole.size(); ++i) ASSERT_EQ(race.fate(i), all.fate(i)) << trial;
  }
}

}  // namespace
}  // namespace icsweep
