#include "engine/search/race.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <optional>
#include <random>

namespace icsweep {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

Entrant waiting(std::vector<double> rungs) {
  return {Outcome::pending, std::move(rungs)};
}

/// A race of settings of one experiment each.
Race race(std::vector<Entrant> entrants, RaceRules rules = {}) {
  std::vector<std::vector<Entrant>> settings;
  for (auto& e : entrants) settings.push_back({std::move(e)});
  return {rules, settings};
}

std::vector<Fate> fates(const Race& race) {
  std::vector<Fate> all;
  for (std::size_t s = 0; s < race.settings(); ++s) all.push_back(race.fate(s));
  return all;
}

const Fate open{0, RungVerdict::open}, out{0, RungVerdict::pruned}, on{1, RungVerdict::open};

TEST(Race, KeepsTheBestThirdAtEachRungAndAtLeastOne) {
  using Counts = std::vector<std::size_t>;
  EXPECT_EQ(promoted_counts({3, 3}, 27), (Counts{9, 3, 1}));
  EXPECT_EQ(promoted_counts({3, 3}, 10), (Counts{3, 1, 1}));
  EXPECT_EQ(promoted_counts({3, 3}, 2), (Counts{1, 1, 1}));
  EXPECT_EQ(promoted_counts({3, 3, 1}, 27), (Counts{9, 3}));
  EXPECT_EQ(promoted_counts({3, 3, 0, false, 2}, 27), (Counts{9, 3, 2}));
  EXPECT_EQ(promoted_counts({3, 3, 0, false, 5}, 4), (Counts{4, 4, 4}));
  EXPECT_EQ(promoted_counts({3, 3, 3}, 27), Counts{});
}

TEST(Race, ABudgetCountsEachSettingUpToItsLastRung) {
  // 9 settings to 1/9, 3 to 1/3, 1 to the end: 1 + 3·2/9 + 2/3 of 9 trainings.
  EXPECT_DOUBLE_EQ(share_of_budget({3, 2}, 9, {1.0 / 9, 1.0 / 3}), (1 + 2.0 / 3 + 2.0 / 3) / 9);
  EXPECT_DOUBLE_EQ(share_of_budget({3, 2, 2}, 9, {1.0 / 9, 1.0 / 3}), 1);
}

TEST(Race, ABudgetOfARaceOverSeedsIsLeastIfAllThatDoNotGoOnLeaveAfterTheirFirstBlock) {
  const RaceRules rules{3, 2, 0, false, 1, 2};
  // Of 9 settings 3 bring 5 experiments to 1/9 and 6 bring 2; of these 3 one brings 5 to 1/3 and two bring 2.
  EXPECT_DOUBLE_EQ(least_share_of_budget(rules, 9, 5, {1.0 / 9, 1.0 / 3}),
                   ((3 + 6 * 0.4) / 9 + (1 + 2 * 0.4) * 2 / 9 + 2.0 / 3) / 9);
  EXPECT_DOUBLE_EQ(least_share_of_budget(rules, 9, 2, {1.0 / 9, 1.0 / 3}),
                   share_of_budget(rules, 9, {1.0 / 9, 1.0 / 3}));
}

TEST(Race, DecidesAsSoonAsNothingThatIsStillToComeCouldChangeIt) {
  // Two of six go on.
  Race six = race({waiting({5}), waiting({}), waiting({}), waiting({}), waiting({}), waiting({})}, {3, 1});
  EXPECT_EQ(six.fate(0), open);
  six.note(1, 0, waiting({3}));
  six.note(2, 0, waiting({4}));
  EXPECT_EQ(fates(six), (std::vector<Fate>{out, open, open, open, open, open}));  // two are better than the first
  six.note(3, 0, waiting({9}));
  six.note(4, 0, waiting({8}));
  EXPECT_EQ(fates(six), (std::vector<Fate>{out, {1, RungVerdict::promoted}, open, out, out, open}));
  six.note(5, 0, waiting({3.5}));
  EXPECT_EQ(fates(six),
            (std::vector<Fate>{out, {1, RungVerdict::promoted}, out, out, out, {1, RungVerdict::promoted}}));
}

TEST(Race, OfEqualSettingsTheFirstInTheSweepGoesOn) {
  EXPECT_EQ(fates(race({waiting({2}), waiting({1}), waiting({1})}, {3, 1})),
            (std::vector<Fate>{out, {1, RungVerdict::promoted}, out}));
  EXPECT_EQ(fates(race({waiting({0.0}), waiting({-0.0}), waiting({1})}, {3, 1})),
            (std::vector<Fate>{{1, RungVerdict::promoted}, out, out}));
}

TEST(Race, TheLargestMayBeTheBest) {
  EXPECT_EQ(fates(race({waiting({2}), waiting({1}), waiting({3})}, {3, 1, 0, true})),
            (std::vector<Fate>{out, out, {1, RungVerdict::promoted}}));
}

TEST(Race, WithoutAFiniteValueASettingDoesNotGoOnEvenIfNoneIsBetter) {
  EXPECT_EQ(fates(race({waiting({nan}), waiting({infinity}), waiting({-infinity})}, {3, 1})),
            (std::vector<Fate>{out, out, out}));
  EXPECT_EQ(fates(race({waiting({nan}), waiting({7}), waiting({nan})}, {2, 1})),
            (std::vector<Fate>{out, {1, RungVerdict::promoted}, out}));
}

TEST(Race, ADivergedExperimentTakesItsSettingsValueAtTheRungsThatItHasNotPassed) {
  const Entrant diverged{Outcome::diverged, {0.1}};
  const RaceRules rules{2, 2};
  const Race both{rules, {{diverged, waiting({0.1, 0.1})}, {waiting({1, 1})}, {waiting({2, 2})}, {waiting({3, 3})}}};
  EXPECT_EQ(fates(both), (std::vector<Fate>{{1, RungVerdict::pruned}, {2, RungVerdict::promoted}, out, out}));
  const Race early{rules, {{{Outcome::diverged, {}}, waiting({})}, {waiting({1, 1})}, {waiting({})}, {waiting({})}}};
  EXPECT_EQ(early.fate(0), out);  // whatever the other seed gives
}

TEST(Race, WhatFailsTimesOutOrCrashesIsLeftOutOfTheMean) {
  for (const Outcome outcome : {Outcome::failed, Outcome::timed_out, Outcome::crashed}) {
    const Race some{{2, 1}, {{{outcome, {}}, waiting({1})}, {waiting({2}), waiting({2})}}};
    EXPECT_EQ(fates(some), (std::vector<Fate>{{1, RungVerdict::promoted}, out}));
    const Race all{{2, 1}, {{{outcome, {}}, {outcome, {}}}, {waiting({2}), waiting({2})}}};
    EXPECT_EQ(fates(all), (std::vector<Fate>{out, {1, RungVerdict::promoted}}));
    const Race later{{2, 1}, {{{outcome, {5}}, waiting({1})}, {waiting({2}), waiting({2})}}};  // it had passed the rung
    EXPECT_EQ(fates(later), (std::vector<Fate>{out, {1, RungVerdict::promoted}}));
  }
}

TEST(Race, ASettingWaitsForAllOfItsExperiments) {
  Race seeds{{2, 1}, {{waiting({1}), waiting({})}, {waiting({2}), waiting({2})}}};
  EXPECT_EQ(fates(seeds), (std::vector<Fate>{open, open}));
  seeds.note(0, 1, waiting({4}));
  EXPECT_EQ(fates(seeds), (std::vector<Fate>{out, {1, RungVerdict::promoted}}));  // the mean is 2.5
}

TEST(Race, DoneExperimentsTakePartButKeepTheirRows) {
  EXPECT_EQ(fates(race({{Outcome::done, {1}}, waiting({2}), waiting({0})}, {3, 1})),
            (std::vector<Fate>{out, out, {1, RungVerdict::promoted}}));
}

TEST(Race, OfABracketTheRungsBeforeItsFirstDecideNothing) {
  EXPECT_EQ(fates(race({waiting({1, 5}), waiting({2, 4})}, {2, 2, 1})),
            (std::vector<Fate>{{1, RungVerdict::pruned}, {2, RungVerdict::promoted}}));
  EXPECT_EQ(fates(race({waiting({}), waiting({})}, {2, 2, 2})),
            (std::vector<Fate>{{2, RungVerdict::promoted}, {2, RungVerdict::promoted}}));
}

TEST(Race, SpeculationAtALaterRungDecidesNothingBefore) {
  // Four settings, two go on, then one. The first two lead at the first rung and have gone on at their own risk.
  Race four = race({waiting({3, 1}), waiting({4, 2}), waiting({}), waiting({})}, {2, 2});
  EXPECT_EQ(fates(four), (std::vector<Fate>{open, open, open, open}));
  EXPECT_TRUE(four.leads(0) && four.leads(1) && !four.leads(2));
  four.note(2, 0, waiting({1}));
  EXPECT_EQ(fates(four), (std::vector<Fate>{open, out, on, open}));  // the third is among the best two in any case
  four.note(3, 0, waiting({9}));
  EXPECT_EQ(fates(four), (std::vector<Fate>{on, out, on, out}));
  four.note(2, 0, waiting({1, 1}));  // equal to the first
  EXPECT_EQ(fates(four), (std::vector<Fate>{{2, RungVerdict::promoted}, out, {1, RungVerdict::pruned}, out}));
}

/// Settings of four experiments each at one rung, of which one goes on; blocks of two, three and four.
const RaceRules four_seeds{2, 1, 0, false, 1, 2};

std::vector<Entrant> seeds(std::initializer_list<std::optional<double>> values) {
  std::vector<Entrant> all;
  for (const auto& v : values) all.push_back(v ? waiting({*v}) : waiting({}));
  all.resize(4);
  return all;
}

std::vector<std::size_t> due(const Race& race, std::size_t setting) {
  std::vector<std::size_t> all;
  for (std::size_t m = 0; m < 4; ++m) all.push_back(race.due_rungs(setting, m));
  return all;
}

TEST(Race, ASettingLeavesAfterABlockIfItsIntervalToTheLastThatWouldGoOnIsWorseThanZero) {
  using Due = std::vector<std::size_t>;
  // Differences of the second to the first: 10 and 11 in block two, t = 21 > 12.7; of the third 1 and 11, t = 1.2.
  Race three{four_seeds, {seeds({1, 2}), seeds({11, 13}), seeds({2, 13})}};
  EXPECT_EQ(fates(three), (std::vector<Fate>{open, out, open}));
  EXPECT_EQ(due(three, 1), (Due{1, 1, 0, 0}));
  EXPECT_EQ(due(three, 2), (Due{1, 1, 1, 0}));
  three.note(0, 2, waiting({1}));
  EXPECT_EQ(due(three, 0), (Due{1, 1, 1, 0}));  // it waits for the third's
  three.note(2, 2, waiting({7}));               // 1, 11 and 6: t = 2.1 < 4.3
  EXPECT_EQ(due(three, 0), (Due{1, 1, 1, 1}));
  three.note(0, 3, waiting({1}));
  three.note(2, 3, waiting({0}));
  EXPECT_EQ(fates(three), (std::vector<Fate>{{1, RungVerdict::promoted}, out, out}));
  EXPECT_EQ(due(three, 0), (Due{2, 2, 2, 2}));
  EXPECT_EQ(due(three, 2), (Due{1, 1, 1, 1}));
}

TEST(Race, AWiderIntervalKeepsASettingAndATieIsNeverClearlyWorse) {
  RaceRules sure = four_seeds;
  sure.confidence = 0.99;  // t(1) = 63.7
  EXPECT_EQ(Race(sure, {seeds({1, 2}), seeds({11, 13})}).fate(1), open);
  EXPECT_EQ(Race(four_seeds, {seeds({1, 2}), seeds({1, 2})}).fate(1), open);
  EXPECT_EQ(Race(four_seeds, {seeds({1, 2}), seeds({2, 3})}).fate(1), out);  // equal differences have no spread
  RaceRules largest = four_seeds;
  largest.largest = true;
  EXPECT_EQ(Race(largest, {seeds({1, 2}), seeds({11, 13})}).fate(0), out);
}

TEST(Race, AnExperimentOutsideItsBlockDecidesNothingWhateverItHasGiven) {
  Race race{four_seeds, {seeds({1, 2}), seeds({11, {}, 0, 0})}};
  EXPECT_EQ(race.fate(1), open);
  race.note(1, 2, {Outcome::diverged, {}});
  EXPECT_EQ(race.fate(1), open);
  race.note(1, 1, waiting({3}));  // 10 and 1 are no clear difference: the block goes on, and the third has diverged
  EXPECT_EQ(race.fate(1), out);
  EXPECT_EQ(due(race, 1), (std::vector<std::size_t>{1, 1, 1, 0}));
}

TEST(Race, OfABlockWhatDivergesLeavesAtOnceAndWhatFailsIsLeftOut) {
  auto failing = seeds({11, 13});
  failing[0] = {Outcome::failed, {}};
  EXPECT_EQ(Race(four_seeds, {seeds({1, 2}), failing}).fate(1), open);  // one difference has no interval
  failing[1] = {Outcome::crashed, {}};
  EXPECT_EQ(Race(four_seeds, {seeds({1, 2}), failing}).fate(1), out);
  auto diverged = seeds({{}, {}});
  diverged[0] = {Outcome::diverged, {}};
  EXPECT_EQ(Race(four_seeds, {seeds({}), diverged}).fate(1), out);
}

TEST(Race, ABracketsFirstRungAsksNothingOfWhatItsBlocksDoNotReach) {
  RaceRules rules{2, 2, 1, false, 1, 2};
  const std::vector<Entrant> good(4, waiting({9, 1})), bad{waiting({0, 8}), waiting({0, 9}), {}, {}};
  const Race bracket{rules, {good, bad}};
  EXPECT_EQ(bracket.fate(1), (Fate{1, RungVerdict::pruned}));
  EXPECT_EQ(due(bracket, 1), (std::vector<std::size_t>{2, 2, 0, 0}));
}

/// A random race: by setting and seed, values at all rungs and how the experiment ends.
struct Drawn {
  RaceRules rules;
  std::vector<std::vector<Entrant>> whole;
};

Drawn draw(std::mt19937& random) {
  const auto number = [&](int least, int most) { return std::uniform_int_distribution(least, most)(random); };
  Drawn d{{std::size_t(number(2, 4)), std::size_t(number(1, 4)), 0, number(0, 1) == 1}, {}};
  d.rules.first = std::size_t(number(0, int(d.rules.rungs)));
  d.rules.keep = std::size_t(number(1, 3));
  const int seeds = number(1, 5);
  if (number(0, 1) == 1) d.rules.first_members = 2, d.rules.confidence = 0.6;
  for (int s = number(1, 20); s > 0; --s) {
    d.whole.emplace_back();
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

/// The mean over the first experiments at a rung, the smaller the better; nothing if one diverged or none is left.
std::optional<double> mean_of(const Drawn& d, std::size_t s, std::size_t r, std::size_t first) {
  double sum = 0, count = 0;
  for (std::size_t m = 0; m < std::min(first, d.whole[s].size()); ++m) {
    const Entrant& e = d.whole[s][m];
    if (e.rungs.size() > r) sum += e.rungs[r], ++count;
    else if (e.outcome == Outcome::diverged) return std::nullopt;
  }
  if (count == 0) return std::nullopt;
  return (d.rules.largest ? -1 : 1) * sum / count;
}

using Order = std::vector<std::pair<double, std::size_t>>;

Order order_of(const Drawn& d, const std::vector<std::size_t>& left, std::size_t r, std::size_t first) {
  Order order;
  for (const std::size_t s : left)
    if (const auto mean = mean_of(d, s, r, first)) order.emplace_back(*mean, s);
  std::sort(order.begin(), order.end());
  return order;
}

/// Whether Student's interval of 60 % of a's differences to b, experiment by experiment, is above zero.
bool is_worse(const Drawn& d, std::size_t a, std::size_t b, std::size_t r, std::size_t first) {
  constexpr double t80[] = {0, 1.376382, 1.060660, 0.978472, 0.940965};  // quantiles of 80 %, by degrees of freedom
  double n = 0, sum = 0, squares = 0;
  for (std::size_t m = 0; m < first; ++m) {
    const Entrant &x = d.whole[a][m], &y = d.whole[b][m];
    if (x.rungs.size() <= r || y.rungs.size() <= r) continue;
    const double worse = (d.rules.largest ? -1 : 1) * (x.rungs[r] - y.rungs[r]);
    ++n, sum += worse, squares += worse * worse;
  }
  if (n < 2) return false;
  const double variance = std::max(0.0, (squares - sum * sum / n) / (n - 1));
  return sum / n > t80[std::size_t(n) - 1] * std::sqrt(variance / n) + 1e-9;
}

struct Decided {
  std::vector<Fate> fates;
  std::vector<std::size_t> due;  // by setting, of its experiments at the rung where it ended
  bool operator==(const Decided&) const = default;
};

/// The rules of race.hpp and blocks.hpp, written down once more: with all results there, rung after rung.
Decided decided(const Drawn& d) {
  Decided end{std::vector<Fate>(d.whole.size(), {d.rules.rungs, RungVerdict::promoted}), {}};
  for (const auto& members : d.whole) end.due.push_back(members.size());
  std::vector<std::size_t> left(d.whole.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  const std::size_t all = d.whole[0].size();
  std::size_t keep = left.size();
  for (std::size_t r = d.rules.first; r < d.rules.rungs; ++r) {
    keep = std::max(std::min(d.rules.keep, keep), keep / d.rules.eta);
    for (std::size_t block = d.rules.first_members; block > 0 && block < all; ++block) {
      const Order order = order_of(d, left, r, block);
      std::vector<std::size_t> stays;
      for (std::size_t i = 0; i < order.size(); ++i)
        if (i < keep || !is_worse(d, order[i].second, order[keep - 1].second, r, block))
          stays.push_back(order[i].second);
      for (const std::size_t s : left)
        if (std::find(stays.begin(), stays.end(), s) == stays.end())
          end.fates[s] = {r, RungVerdict::pruned}, end.due[s] = block;
      left = stays;
    }
    Order order = order_of(d, left, r, all);
    order.resize(std::min(order.size(), keep));
    for (const std::size_t s : left) end.fates[s] = {r, RungVerdict::pruned};
    left.clear();
    for (const auto& [value, s] : order) left.push_back(s), end.fates[s] = {d.rules.rungs, RungVerdict::promoted};
  }
  return end;
}

/// What the race has decided, in the same form.
Decided decided(const Race& race, const Drawn& d) {
  Decided end{fates(race), {}};
  for (std::size_t s = 0; s < d.whole.size(); ++s) {
    std::size_t due = 0;
    while (due < d.whole[s].size() && race.due_rungs(s, due) == end.fates[s].rung + 1) ++due;
    end.due.push_back(due);
  }
  return end;
}

TEST(Race, WhateverTheOrderOfResultsNoVerdictIsTakenBackAndTheLastAreThoseOfAllResults) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 2000; ++trial) {
    const Drawn d = draw(random);
    std::vector<std::vector<Entrant>> none;
    std::vector<std::pair<std::size_t, std::size_t>> to_come;  // an experiment, as often as it has something to tell
    for (std::size_t s = 0; s < d.whole.size(); ++s) {
      none.emplace_back(d.whole[s].size());
      for (std::size_t m = 0; m < d.whole[s].size(); ++m)
        to_come.insert(to_come.end(), d.whole[s][m].rungs.size() + 1, {s, m});
    }
    std::shuffle(to_come.begin(), to_come.end(), random);
    Race race(d.rules, none);
    std::vector<Fate> before = fates(race);
    std::vector<std::vector<std::size_t>> due_before(d.whole.size(), std::vector<std::size_t>(5));
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
        for (std::size_t m = 0; m < d.whole[i].size(); ++m) {
          ASSERT_GE(race.due_rungs(i, m), due_before[i][m]) << trial;
          due_before[i][m] = race.due_rungs(i, m);
        }
      }
      before = now;
    }
    ASSERT_EQ(decided(race, d), decided(d)) << trial;
  }
}

}  // namespace
}  // namespace icsweep
