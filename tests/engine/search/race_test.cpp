#include "engine/search/race.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>
#include <random>

#include "engine/search/budget.hpp"
#include "tests/support/numbers.hpp"

namespace icsweep {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

Entrant waiting(std::vector<double> rungs) {
  return {Outcome::pending, std::move(rungs)};
}

/// A race of settings with one experiment each.
RaceState race(std::vector<Entrant> entrants, Search::Rules rules = {}) {
  Indexed<SettingIndex, std::vector<Entrant>> settings;
  for (auto& e : entrants) settings.push_back({std::move(e)});
  return {rules, settings};
}

std::vector<Fate> fates(const RaceState& race) {
  std::vector<Fate> all;
  for (const SettingIndex s : indices<SettingIndex>(race.settings())) all.push_back(race.fate(s));
  return all;
}

const Fate open{0_rung, RungVerdict::open}, out{0_rung, RungVerdict::pruned}, on{1_rung, RungVerdict::open};

TEST(Race, DecidesAsSoonAsNothingThatIsStillToComeCouldChangeIt) {
  // Two of six continue.
  RaceState six = race({waiting({5}), waiting({}), waiting({}), waiting({}), waiting({}), waiting({})}, {3, 1});
  EXPECT_EQ(six.fate(0_setting), open);
  six.note(1_setting, 0, waiting({3}));
  six.note(2_setting, 0, waiting({4}));
  EXPECT_EQ(fates(six),
            (std::vector<Fate>{out, open, open, open, open, open}));  // two settings are better than the first
  six.note(3_setting, 0, waiting({9}));
  six.note(4_setting, 0, waiting({8}));
  EXPECT_EQ(fates(six), (std::vector<Fate>{out, {1_rung, RungVerdict::promoted}, open, out, out, open}));
  six.note(5_setting, 0, waiting({3.5}));
  EXPECT_EQ(fates(six),
            (std::vector<Fate>{out, {1_rung, RungVerdict::promoted}, out, out, out, {1_rung, RungVerdict::promoted}}));
}

std::vector<double> works(const RaceState& race, std::size_t member = 0) {
  std::vector<double> all;
  for (const SettingIndex s : indices<SettingIndex>(race.settings())) all.push_back(race.expected_work(s, member));
  return all;
}

/// One of three settings continues from the only rung, at a quarter of the training.
TEST(Race, ExpectsTheWorkOfWhatIsDecidedAndEqualChancesForTheRest) {
  RaceState three({3, 1}, Indexed<SettingIndex, std::vector<Entrant>>(3, {Entrant{}}), {0.25});
  EXPECT_EQ(works(three), std::vector<double>(3, 0.5));
  three.note(0_setting, 0, waiting({5}));
  three.note(1_setting, 0, waiting({3}));
  EXPECT_EQ(works(three), (std::vector<double>{0.25, 0.625, 0.625}));
  three.note(2_setting, 0, waiting({4}));
  EXPECT_EQ(works(three), (std::vector<double>{0.25, 1, 0.25}));
}

/// Two of six scouts continue after the look, at a quarter; the other experiments of one setting follow.
TEST(Race, ExpectsTheOthersOfASettingAsItsScoutDoes) {
  const Search::Rules rules{3, 3, 1, false, true};
  RaceState six(rules, Indexed<SettingIndex, std::vector<Entrant>>(6, std::vector<Entrant>(2)), {0.125, 0.25, 1});
  EXPECT_EQ(works(six), std::vector<double>(6, 0.5));
  EXPECT_DOUBLE_EQ(six.expected_work(0_setting, 1), 1.0 / 6);
  for (const SettingIndex s : indices<SettingIndex>(6)) six.note(s, 0, waiting({9, double(s.value())}));
  EXPECT_EQ(works(six), (std::vector<double>{1, 1, 0.25, 0.25, 0.25, 0.25}));
  EXPECT_EQ(works(six, 1), (std::vector<double>{0.5, 0.5, 0, 0, 0, 0}));
  six.note(1_setting, 0, {Outcome::done, {9, 1, 1}});
  six.note(0_setting, 0, {Outcome::done, {9, 0, 2}});
  EXPECT_EQ(works(six, 1), (std::vector<double>{0, 1, 0, 0, 0, 0}));
}

/// The expected work of the race is conserved while results come, whatever their order.
TEST(Race, ExpectsAsMuchWorkAsTheBudgetUntilTheEnd) {
  std::mt19937 random(4);
  RaceState nine({3, 2}, Indexed<SettingIndex, std::vector<Entrant>>(9, {Entrant{}}), {0.1, 0.4});
  const double budget = 9 * share_of_budget({3, 2}, 9, 1, {0.1, 0.4});
  for (std::size_t rung = 1; rung <= 2; ++rung)
    for (const SettingIndex s : indices<SettingIndex>(9)) {
      const auto all = works(nine);
      EXPECT_NEAR(std::accumulate(all.begin(), all.end(), 0.0), budget, 1e-12) << rung << " " << s.value();
      std::vector<double> rungs = nine.entrant(s, 0).rungs;
      rungs.push_back(double(random() % 1000));
      if (rung < nine.due_rungs(s, 0) + 1) nine.note(s, 0, waiting(std::move(rungs)));
    }
}

TEST(Race, OfEqualSettingsTheFirstInTheSweepGoesOn) {
  EXPECT_EQ(fates(race({waiting({2}), waiting({1}), waiting({1})}, {3, 1})),
            (std::vector<Fate>{out, {1_rung, RungVerdict::promoted}, out}));
  EXPECT_EQ(fates(race({waiting({0.0}), waiting({-0.0}), waiting({1})}, {3, 1})),
            (std::vector<Fate>{{1_rung, RungVerdict::promoted}, out, out}));
}

TEST(Race, TheLargestMayBeTheBest) {
  EXPECT_EQ(fates(race({waiting({2}), waiting({1}), waiting({3})}, {3, 1, 1, true})),
            (std::vector<Fate>{out, out, {1_rung, RungVerdict::promoted}}));
}

TEST(Race, WithoutAFiniteValueASettingDoesNotGoOnEvenIfNoneIsBetter) {
  EXPECT_EQ(fates(race({waiting({nan}), waiting({infinity}), waiting({-infinity})}, {3, 1})),
            (std::vector<Fate>{out, out, out}));
  EXPECT_EQ(fates(race({waiting({nan}), waiting({7}), waiting({nan})}, {2, 1})),
            (std::vector<Fate>{out, {1_rung, RungVerdict::promoted}, out}));
}

TEST(Race, ADivergedExperimentTakesItsSettingsValueAtTheRungsThatItHasNotPassed) {
  const Entrant diverged{Outcome::diverged, {0.1}};
  const Search::Rules rules{2, 2};
  const RaceState both{rules,
                       {{diverged, waiting({0.1, 0.1})}, {waiting({1, 1})}, {waiting({2, 2})}, {waiting({3, 3})}}};
  EXPECT_EQ(fates(both), (std::vector<Fate>{{1_rung, RungVerdict::pruned}, {2_rung, RungVerdict::promoted}, out, out}));
  const RaceState early{rules,
                        {{{Outcome::diverged, {}}, waiting({})}, {waiting({1, 1})}, {waiting({})}, {waiting({})}}};
  EXPECT_EQ(early.fate(0_setting), out);  // whatever the value of the other seed
}

TEST(Race, WhatFailsTimesOutOrCrashesIsLeftOutOfTheMean) {
  for (const Outcome outcome : {Outcome::failed, Outcome::timed_out, Outcome::crashed}) {
    const RaceState some{{2, 1}, {{{outcome, {}}, waiting({1})}, {waiting({2}), waiting({2})}}};
    EXPECT_EQ(fates(some), (std::vector<Fate>{{1_rung, RungVerdict::promoted}, out}));
    const RaceState all{{2, 1}, {{{outcome, {}}, {outcome, {}}}, {waiting({2}), waiting({2})}}};
    EXPECT_EQ(fates(all), (std::vector<Fate>{out, {1_rung, RungVerdict::promoted}}));
    const RaceState later{{2, 1},
                          {{{outcome, {5}}, waiting({1})}, {waiting({2}), waiting({2})}}};  // it had passed this rung
    EXPECT_EQ(fates(later), (std::vector<Fate>{out, {1_rung, RungVerdict::promoted}}));
  }
}

TEST(Race, ASettingWaitsForAllOfItsExperiments) {
  RaceState seeds{{2, 1}, {{waiting({1}), waiting({})}, {waiting({2}), waiting({2})}}};
  EXPECT_EQ(fates(seeds), (std::vector<Fate>{open, open}));
  seeds.note(0_setting, 1, waiting({4}));
  EXPECT_EQ(fates(seeds), (std::vector<Fate>{out, {1_rung, RungVerdict::promoted}}));  // the mean is 2.5
}

TEST(Race, DoneExperimentsTakePartButKeepTheirRows) {
  EXPECT_EQ(fates(race({{Outcome::done, {1}}, waiting({2}), waiting({0})}, {3, 1})),
            (std::vector<Fate>{out, out, {1_rung, RungVerdict::promoted}}));
}

TEST(Race, SpeculationAtALaterRungDecidesNothingBefore) {
  // Of four settings two continue, then one. The first two lead at the first rung and have continued speculatively.
  RaceState four = race({waiting({3, 1}), waiting({4, 2}), waiting({}), waiting({})}, {2, 2});
  EXPECT_EQ(fates(four), (std::vector<Fate>{open, open, open, open}));
  EXPECT_TRUE(four.leads(0_setting) && four.leads(1_setting) && !four.leads(2_setting));
  four.note(2_setting, 0, waiting({1}));
  EXPECT_EQ(fates(four), (std::vector<Fate>{open, out, on, open}));  // the third is among the best two in any case
  four.note(3_setting, 0, waiting({9}));
  EXPECT_EQ(fates(four), (std::vector<Fate>{on, out, on, out}));
  four.note(2_setting, 0, waiting({1, 1}));  // equal to the first
  EXPECT_EQ(fates(four), (std::vector<Fate>{{2_rung, RungVerdict::promoted}, out, {1_rung, RungVerdict::pruned}, out}));
}

/// A random race: by setting and seed, values at all rungs and the end of the experiment.
struct Drawn {
  Search::Rules rules;
  Indexed<SettingIndex, std::vector<Entrant>> whole;
};

Drawn draw(std::mt19937& random) {
  const auto number = [&](int least, int most) { return std::uniform_int_distribution(least, most)(random); };
  Drawn d{{std::size_t(number(2, 4)), std::size_t(number(1, 4)), std::size_t(number(1, 3)), number(0, 1) == 1}, {}};
  const int seeds = number(1, 5);
  for (int s = number(1, 20); s > 0; --s) {
    d.whole.push_back({});
    for (int seed = 0; seed < seeds; ++seed) {
      Entrant e{Outcome::done, {}};
      for (std::size_t r = 0; r < d.rules.rungs; ++r) e.rungs.push_back(number(0, 6));  // many ties
      if (number(0, 5) == 0) {
        e.outcome = number(0, 1) == 0 ? Outcome::diverged : Outcome::failed;
        e.rungs.resize(std::size_t(number(0, int(d.rules.rungs))));
      }
      d.whole.back().push_back(e);
    }
  }
  return d;
}

/// The mean at a rung; smaller is better. Empty if an experiment diverged or none is left.
std::optional<double> mean_of(const Drawn& d, SettingIndex s, std::size_t r) {
  double sum = 0, count = 0;
  for (const Entrant& e : d.whole[s]) {
    if (e.rungs.size() > r) sum += e.rungs[r], ++count;
    else if (e.outcome == Outcome::diverged) return std::nullopt;
  }
  if (count == 0) return std::nullopt;
  return (d.rules.largest ? -1 : 1) * sum / count;
}

/// The rules of race.hpp, written again for complete results, rung after rung.
std::vector<Fate> decided(const Drawn& d) {
  const Fate through{RungIndex(d.rules.rungs), RungVerdict::promoted};
  Indexed<SettingIndex, Fate> end(d.whole.size(), through);
  std::vector<SettingIndex> left;
  std::ranges::copy(d.whole.indices(), std::back_inserter(left));
  std::size_t keep = left.size();
  for (std::size_t r = 0; r < d.rules.rungs; ++r) {
    keep = std::max(std::min(d.rules.keep, keep), keep / d.rules.eta);
    std::vector<std::pair<double, SettingIndex>> order;
    for (const SettingIndex s : left)
      if (const auto mean = mean_of(d, s, r)) order.emplace_back(*mean, s);
    std::sort(order.begin(), order.end());
    order.resize(std::min(order.size(), keep));
    for (const SettingIndex s : left) end[s] = {RungIndex(r), RungVerdict::pruned};
    left.clear();
    for (const auto& [value, s] : order) left.push_back(s), end[s] = through;
  }
  return {end.begin(), end.end()};
}

TEST(Race, WhateverTheOrderOfResultsNoVerdictIsTakenBackAndTheLastAreThoseOfAllResults) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 2000; ++trial) {
    const Drawn d = draw(random);
    Indexed<SettingIndex, std::vector<Entrant>> none;
    std::vector<std::pair<SettingIndex, std::size_t>> to_come;  // each experiment once per message that it has
    for (const SettingIndex s : d.whole.indices()) {
      none.push_back(std::vector<Entrant>(d.whole[s].size()));
      for (std::size_t m = 0; m < d.whole[s].size(); ++m)
        to_come.insert(to_come.end(), d.whole[s][m].rungs.size() + 1, {s, m});
    }
    std::shuffle(to_come.begin(), to_come.end(), random);
    RaceState race(d.rules, none);
    std::vector<Fate> before = fates(race);
    Indexed<SettingIndex, std::vector<std::size_t>> due_before(d.whole.size(), std::vector<std::size_t>(5));
    for (const auto& [s, m] : to_come) {
      const Entrant& whole = d.whole[s][m];
      Entrant next = race.entrant(s, m);
      if (next.rungs.size() < whole.rungs.size()) next.rungs.push_back(whole.rungs[next.rungs.size()]);
      else next.outcome = whole.outcome;
      race.note(s, m, next);
      const std::vector<Fate> now = fates(race);
      for (std::size_t i = 0; i < now.size(); ++i) {
        ASSERT_GE(now[i].rung, before[i].rung) << trial;
        if (before[i].verdict != RungVerdict::open) {
          ASSERT_EQ(now[i], before[i]) << trial;
        }
        for (std::size_t m = 0; m < d.whole[SettingIndex(i)].size(); ++m) {
          const std::size_t due = race.due_rungs(SettingIndex(i), m);
          ASSERT_GE(due, due_before[SettingIndex(i)][m]) << trial;
          due_before[SettingIndex(i)][m] = due;
        }
      }
      before = now;
    }
    ASSERT_EQ(fates(race), decided(d)) << trial;
  }
}

}  // namespace
}  // namespace icsweep
