#include "engine/search/tpe.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace icsweep {
namespace {

using Law = Draw::Law;

Axis axis(const std::string& name, Law law, std::vector<Value> values) {
  return {name, {}, Draw{law, std::move(values)}, {}};
}
const std::vector<Axis> one{axis("rate", Law::log_uniform, {1e-4, 1.0})};

const auto all = [](const Tpe::Values&) { return true; };
double real(const Value& value) {
  return std::get<double>(value);
}

std::vector<JudgedDraw> valley(std::size_t count) {
  std::vector<JudgedDraw> draws;
  for (std::size_t i = 0; i < count; ++i) {
    const double place = -4 + 4 * (double(i) + 0.5) / double(count);
    draws.push_back({{std::pow(10, place)}, {std::abs(place + 2)}});
  }
  return draws;
}

TEST(Tpe, ProposesWhereDrawsWereGood) {
  Tpe tpe(one, 3, valley(16));
  double off = 0;
  for (int i = 0; i < 20; ++i) off += std::abs(std::log10(real(tpe.propose(16 + i, all)[0])) + 2) / 20;
  EXPECT_LT(off, 0.6);  // 1 at random
}

TEST(Tpe, TheWorstDrawsAreAvoidedHoweverMany) {
  std::vector<JudgedDraw> draws;
  for (int i = 0; i < 30; ++i) {
    const double place = -4 + 4 * (i + 0.5) / 30;
    draws.push_back({{std::pow(10, place)}, {place > -1 ? INFINITY : 1.0}});
  }
  Tpe tpe(one, 0, draws);
  int worst = 0;
  for (int i = 0; i < 20; ++i) worst += std::log10(real(tpe.propose(30 + i, all)[0])) > -1;
  EXPECT_LE(worst, 2);  // 5 at random
}

TEST(Tpe, AProposalDependsOnSeedIndexAndWhatIsKnownAlone) {
  Tpe first(one, 3, valley(8)), second(one, 3, valley(8)), other(one, 4, valley(8));
  const auto proposal = first.propose(8, all);
  EXPECT_EQ(proposal, second.propose(8, all));
  EXPECT_NE(proposal, other.propose(8, all));
  EXPECT_NE(first.propose(9, all), proposal);
}

TEST(Tpe, TheBestDrawsAreTheEarlierFrontsAndInAFrontThoseApart) {
  const std::vector<JudgedDraw> draws{{{}, {3, 3}}, {{}, {0, 10}},    {{}, {INFINITY, INFINITY}},
                                      {{}, {1, 1}}, {{}, {1.1, 0.9}}, {{}, {10, 0}},
                                      {{}, {2, 2}}};
  EXPECT_EQ(best_draws(draws, 3), (std::vector<std::size_t>{1, 5, 3}));
  EXPECT_EQ(best_draws(draws, 6).size(), 6u);
  EXPECT_EQ(best_draws(draws, 6)[4], 6u) << "the second front";
  EXPECT_EQ(best_draws(draws, 9).size(), 6u) << "without the failed one";
  EXPECT_EQ(best_draws({{{}, {2}}, {{}, {1}}, {{}, {1}}}, 2), (std::vector<std::size_t>{1, 2}));
}

TEST(Tpe, OfTwoLossesItProposesAlongTheFront) {
  std::vector<JudgedDraw> draws;  // the front is from 1e-3 to 1e-1
  for (int i = 0; i < 80; ++i) {
    const double place = -4 + 0.05 * i;
    draws.push_back({{std::pow(10, place)}, {std::abs(place + 3), std::abs(place + 1)}});
  }
  Tpe tpe(one, 5, draws);
  int between = 0, left = 0;
  for (int i = 0; i < 40; ++i) {
    const double place = std::log10(real(tpe.propose(80 + i, all)[0]));
    between += place > -3.2 && place < -0.8, left += place < -2;
  }
  EXPECT_GE(between, 30);  // 24 at random
  EXPECT_TRUE(left >= 5 && left <= 35) << "both parts of the front";
}

TEST(Tpe, EarlierVersionsKeepTheirProposals) {
  const auto proposed = [](std::int64_t version) {
    Tpe tpe(one, 3, valley(16), version);
    return std::vector<double>{real(tpe.propose(16, all)[0]), real(tpe.propose(17, all)[0])};
  };
  EXPECT_EQ(proposed(1), (std::vector<double>{0.0089495, 0.00630949}));
  EXPECT_EQ(proposed(2), (std::vector<double>{0.00757065, 0.00762261}));
  EXPECT_EQ(proposed(3), proposed(2));
  EXPECT_NE(proposed(RoundsTable::newest), proposed(3));
}

TEST(Tpe, FromSixAxesAndWithSeveralLossesTheFourthVersionIsTheThird) {
  std::vector<Axis> axes;
  std::vector<JudgedDraw> draws(12), of_two(12);
  for (std::size_t a = 0; a < many_axes; ++a) {
    axes.push_back(axis("x" + std::to_string(a), Law::uniform, {0.0, 1.0}));
    for (std::size_t i = 0; i < draws.size(); ++i) draws[i].values.push_back(double((i * (a + 1)) % 13) / 13);
  }
  for (std::size_t i = 0; i < draws.size(); ++i) {
    draws[i].losses = {double(i % 5)};
    of_two[i] = {{draws[i].values[0]}, {double(i % 5), -double(i % 7)}};
  }
  EXPECT_EQ(Tpe(axes, 1, draws, 4).propose(12, all), Tpe(axes, 1, draws, 3).propose(12, all));
  axes.resize(1);
  EXPECT_EQ(Tpe(axes, 1, of_two, 4).propose(12, all), Tpe(axes, 1, of_two, 3).propose(12, all));
}

TEST(Tpe, WithoutResultsItDrawsFromThePriorOverTheWholeRange) {
  double least = 1, most = 0;
  Tpe tpe(one, 1, {});
  for (int i = 0; i < 40; ++i) {
    const double rate = real(tpe.propose(i, all)[0]);
    least = std::min(least, rate), most = std::max(most, rate);
  }
  EXPECT_LT(least, 1e-3);
  EXPECT_GT(most, 1e-1);
}

TEST(Tpe, EveryLawKeepsItsBounds) {
  const std::vector<Axis> axes{axis("a", Law::uniform, {0.25, 0.5}), axis("b", Law::log_uniform, {1e-5, 2e-5}),
                               axis("c", Law::integer, {std::int64_t{2}, std::int64_t{4}}),
                               axis("d", Law::choice, {std::string("x"), std::string("y")})};
  Tpe tpe(axes, 0,
          {{{0.25, 1e-5, std::int64_t{2}, std::string("y")}, {0.1}},
           {{0.5, 2e-5, std::int64_t{4}, std::string("x")}, {0.2}}});
  std::set<std::int64_t> whole;
  int other = 0;
  for (int i = 0; i < 60; ++i) {
    const auto v = tpe.propose(i, all);
    EXPECT_TRUE(real(v[0]) >= 0.25 && real(v[0]) <= 0.5);
    EXPECT_TRUE(real(v[1]) >= 1e-5 && real(v[1]) <= 2e-5);
    whole.insert(std::get<std::int64_t>(v[2]));
    other += std::get<std::string>(v[3]) == "x";
  }
  EXPECT_EQ(whole, (std::set<std::int64_t>{2, 3, 4}));
  EXPECT_TRUE(other > 0 && other < 60) << other;
}

TEST(Tpe, WhatIsNotAllowedIsNotProposed) {
  const auto large = [](const Tpe::Values& v) { return real(v[0]) > 0.05; };
  Tpe tpe(one, 3, valley(16));
  for (int i = 0; i < 10; ++i) EXPECT_GT(real(tpe.propose(16 + i, large)[0]), 0.05);
}

TEST(Tpe, IfNothingIsAllowedTheBestDrawComesAgain) {
  Tpe tpe(one, 3, valley(4));
  EXPECT_NEAR(std::log10(real(tpe.propose(4, [](const auto&) { return false; })[0])), -2.5, 1e-9);
}

TEST(Tpe, AnAxisWhoseConditionFailsIsAbsentAndDoesNotCount) {
  const std::vector<Axis> axes{axis("kind", Law::choice, {std::string("a"), std::string("b")}),
                               axis("rate", Law::uniform, {0.0, 1.0})};
  const auto is_a = [](const Value& kind) { return kind == Value(std::string("a")); };
  const Tpe::Active active = [&](const Tpe::Values& v) { return std::vector<bool>{true, is_a(v[0])}; };
  std::vector<JudgedDraw> draws;
  for (int i = 0; i < 20; ++i) {
    const double rate = (i + 0.5) / 20;
    if (i % 2 == 0) draws.push_back({{std::string("a"), rate}, {std::abs(rate - 0.7)}});
    else draws.push_back({{std::string("b"), Absent{}}, {0.5}});
  }
  Tpe tpe(axes, 3, draws);
  double off = 0;
  int with_rate = 0;
  for (int i = 0; i < 30; ++i) {
    const auto values = tpe.propose(20 + i, all, active);
    EXPECT_EQ(is_a(values[0]), type_of(values[1]) == ValueType::real);
    if (is_a(values[0])) off += std::abs(real(values[1]) - 0.7), ++with_rate;
  }
  EXPECT_GT(with_rate, 15);
  EXPECT_LT(off / with_rate, 0.2);  // 0.29 at random
}

/// The worst of three kinds has two parameters more than the others. Far from all draws l/g is large on these, which
/// must not make it a proposal.
TEST(Tpe, AKindWithMoreParametersIsNoBetterForThem) {
  std::vector<Axis> axes{axis("kind", Law::choice, {std::string("a"), std::string("b"), std::string("c")})};
  for (const char* name : {"x", "y"}) {
    axes.push_back(axis(name, Law::uniform, {0.0, 1.0}));
    axes.back().when = "kind == \"c\"";
  }
  const auto is_c = [](const Value& kind) { return std::get<std::string>(kind) == "c"; };
  const Tpe::Active active = [&](const Tpe::Values& v) { return std::vector<bool>{true, is_c(v[0]), is_c(v[0])}; };
  std::vector<JudgedDraw> draws;
  for (int i = 0; i < 24; ++i) {
    const char* kind = i % 3 == 0 ? "a" : i % 3 == 1 ? "b" : "c";
    const double x = (i + 0.5) / 24, y = std::fmod(7 * x, 1.0);
    const bool has = i % 3 == 2;
    draws.push_back({{std::string(kind), has ? Value(x) : Value(Absent{}), has ? Value(y) : Value(Absent{})},
                     {10.0 * (i % 3) + x}});
  }
  Tpe tpe(axes, 5, draws);
  int worst = 0;
  for (int i = 0; i < 20; ++i) worst += is_c(tpe.propose(24 + i, all, active)[0]);
  EXPECT_LE(worst, 4);  // 7 at random
}

}  // namespace
}  // namespace icsweep
