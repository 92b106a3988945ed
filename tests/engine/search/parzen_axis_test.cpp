#include "engine/search/parzen_axis.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include <algorithm>

#include <cmath>

namespace icsweep {
namespace parzen_axis_test {
namespace {

using Law = Draw::Law;

/// Integrates a density over its range by the midpoint rule.
double mass(const ParzenAxis& axis, const Bump& bump, double low, double high) {
  const int steps = 4000;
  double sum = 0;
  for (int i = 0; i < steps; ++i) sum += axis.density(bump, low + (high - low) * (i + 0.5) / steps);
  return sum * (high - low) / steps;
}

TEST(ParzenAxis, DensitiesSumToOne) {
  const ParzenAxis uniform({Law::uniform, {2.0, 5.0}}), log({Law::log_uniform, {1e-3, 1.0}});
  for (const Spread spread : {Spread::equal, Spread::neighbours, Spread::narrow})
    for (const Bump& bump : uniform.around({2.1, 2.2, 4.0}, spread, 1)) EXPECT_NEAR(mass(uniform, bump, 2, 5), 1, 1e-6);
  EXPECT_NEAR(mass(uniform, uniform.prior(), 2, 5), 1, 1e-6);
  EXPECT_NEAR(mass(log, log.around({log.place(0.5)}, Spread::neighbours, 2)[0], std::log(1e-3), 0), 1, 1e-6);
  const ParzenAxis whole({Law::integer, {std::int64_t{3}, std::int64_t{7}}});
  const ParzenAxis choice({Law::choice, {std::int64_t{10}, std::int64_t{20}, std::int64_t{40}}});
  double of_whole = 0, of_choice = 0;
  for (int i = 3; i <= 7; ++i) of_whole += whole.density(whole.around({4}, Spread::neighbours, 1)[0], i);
  for (int i = 0; i < 3; ++i) of_choice += choice.density(choice.around({1}, Spread::neighbours, 1)[0], i);
  EXPECT_NEAR(of_whole, 1, 1e-12);
  EXPECT_NEAR(of_choice, 1, 1e-12);
}

TEST(ParzenAxis, AChoiceHasItsShareAndTheRestOfItsOwn) {
  const ParzenAxis choice({Law::choice, {1.0, 2.0, 3.0}});
  const std::vector<double> draws(4, choice.place(2.0));
  const Bump bump = choice.around(draws, Spread::neighbours, 1)[3];
  EXPECT_NEAR(choice.density(bump, 0), 2.0 / 11, 1e-12);
  EXPECT_NEAR(choice.density(bump, 1), 7.0 / 11, 1e-12);
  EXPECT_NEAR(choice.density(choice.around(draws, Spread::equal, 1)[0], 0), 1.0 / 8, 1e-12);
}

std::vector<double> spreads(const ParzenAxis& axis, const std::vector<double>& draws, Spread spread) {
  std::vector<double> all;
  for (const Bump& bump : axis.around(draws, spread, 1)) all.push_back(bump.spread);
  return all;
}

TEST(ParzenAxis, ASpreadFollowsTheFartherNeighbourWithinItsBounds) {
  const ParzenAxis axis({Law::uniform, {0.0, 10.0}});
  const auto at = [&](const std::vector<double>& draws) { return spreads(axis, draws, Spread::neighbours); };
  const auto expect_equal = [](const std::vector<double>& found, const std::vector<double>& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12) << i;
  };
  expect_equal(at({9, 1, 4}), {0.7 * 5, 0.7 * 3, 0.7 * 5});
  expect_equal(at({8}), {0.7 * 8});                // to the farther bound
  expect_equal(at({5, 5, 5.1}), {2.0, 2.0, 2.0});  // a fifth of the range
  const auto many = at(std::vector<double>(200, 5.0));
  EXPECT_EQ(many.front(), 0.1);
  EXPECT_TRUE(at({}).empty());
}

TEST(ParzenAxis, OnFewAxesTheLeastSpreadIsNarrower) {
  const ParzenAxis axis({Law::uniform, {0.0, 10.0}});
  const auto least = [&](std::size_t axes) { return axis.around({5, 5, 5.1}, Spread::narrow, axes)[0].spread; };
  EXPECT_NEAR(least(1), 2 / std::sqrt(6.0), 1e-12);
  EXPECT_NEAR(least(3), 2 / std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(least(6), 2, 1e-12);
  EXPECT_NEAR(least(30), 2, 1e-12);
  EXPECT_NEAR(axis.around({9, 1, 4}, Spread::narrow, 1)[0].spread, 3.5, 1e-12) << "the distance is the wider one";
}

TEST(ParzenAxis, TheFirstVersionHasOneSpread) {
  const ParzenAxis axis({Law::uniform, {0.0, 10.0}});
  for (const double spread : spreads(axis, {9, 1, 4}, Spread::equal)) EXPECT_NEAR(spread, 2 * std::pow(4, -0.2), 1e-12);
}

TEST(ParzenAxis, ValuesHaveSixDigitsWithinTheirBounds) {
  const ParzenAxis log({Law::log_uniform, {1e-3, 0.1234567}});
  EXPECT_EQ(std::get<double>(log.value(log.place(0.0123456789))), 0.0123457);
  EXPECT_EQ(std::get<double>(log.value(log.place(0.1234567))), 0.123457 > 0.1234567 ? 0.1234567 : 0.123457);
  EXPECT_EQ(std::get<double>(log.value(std::log(1e-3) - 1e-12)), 1e-3);
}

/// Each law's density has the mass 1 over all values, or over a fine grid, and proposes values that the law can have.
TEST(ParzenAxis, EveryLawHasAMassOfOne) {
  using Law = Draw::Law;
  const auto whole = [](std::int64_t n) { return Value(n); };
  const std::pair<Draw, std::vector<Value>> finite[] = {
      {{.law = Law::uniform, .values = {0.0, 1.0}, .step = 0.25}, {0.0, 0.25, 0.5, 0.75, 1.0}},
      {{.law = Law::integer, .values = {whole(10), whole(20)}, .step = whole(5)}, {whole(10), whole(15), whole(20)}},
      {{.law = Law::log_integer, .values = {whole(1), whole(4)}}, {whole(1), whole(2), whole(3), whole(4)}},
      {{.law = Law::choice, .values = {std::string("a"), std::string("b")}, .weights = {0.9, 0.1}},
       {std::string("a"), std::string("b")}}};
  for (const auto& [draw, values] : finite) {
    const ParzenAxis axis(draw);
    std::vector<Bump> bumps = axis.around({axis.place(values[0]), axis.place(values.back())}, Spread::neighbours, 1);
    bumps.push_back(axis.prior());
    for (const Bump& bump : bumps) {
      double mass = 0;
      for (const Value& value : values) mass += axis.density(bump, axis.place(value));
      EXPECT_NEAR(mass, 1, 1e-12);
      RandomStream random(1, Purpose::sweep, 0);
      for (int i = 0; i < 100; ++i)
        EXPECT_EQ(std::ranges::count(values, axis.value(axis.draw(bump, random))), 1) << to_text(values[0]);
    }
    for (const Value& value : values) EXPECT_EQ(axis.value(axis.place(value)), value);
  }
}

TEST(ParzenAxis, ThePriorOfANormalLawIsTheLaw) {
  const ParzenAxis axis({.law = Draw::Law::normal, .values = {2.0, 0.5}});
  EXPECT_NEAR(axis.density(axis.prior(), 2), 1 / (0.5 * std::sqrt(2 * std::numbers::pi)), 1e-12);
  EXPECT_NEAR(axis.density(axis.prior(), 3) / axis.density(axis.prior(), 2), std::exp(-2.0), 1e-12);
  const Bump alone = axis.around({10}, Spread::neighbours, 1)[0];
  EXPECT_EQ(alone.center, 10);
  EXPECT_GT(alone.spread, 0);
  EXPECT_LE(alone.spread, 3);
}

}  // namespace
}  // namespace parzen_axis_test
}  // namespace icsweep
