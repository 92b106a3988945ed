#include "engine/sweep/draws.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "io/schema/schema_builders.hpp"

namespace icsweep::draws_test {
namespace {

using Law = Draw::Law;

const Schema schema{"toy", 1, {real("rate", 0.5), integer("width", 1), choice("kind", "a", {"a", "b", "c"})}, {}};

Axis axis(const std::string& name, Draw draw) {
  return {name, {}, std::move(draw), {"s.toml", 3}};
}

std::vector<Value> drawn(const std::string& name, const Draw& draw, const Sample& sample) {
  std::vector<Axis> axes{axis(name, draw)};
  draw_values(axes, schema, sample);
  return axes[0].values;
}

double real_at(const Draw& draw, double u) {
  return std::get<double>(drawn_at(draw, u));
}
std::int64_t integer_at(const Draw& draw, double u) {
  return std::get<std::int64_t>(drawn_at(draw, u));
}

TEST(DrawnAt, IsTheQuantileFunctionOfEachLaw) {
  EXPECT_DOUBLE_EQ(real_at({Law::uniform, {2.0, 4.0}}, 0.25), 2.5);
  EXPECT_NEAR(real_at({Law::log_uniform, {1e-4, 1e-2}}, 0.5), 1e-3, 1e-15);
  EXPECT_NEAR(real_at({Law::normal, {1.0, 2.0}}, 0.975), 1 + 2 * 1.959963984540054, 1e-12);
  EXPECT_EQ(integer_at({Law::integer, {std::int64_t{3}, std::int64_t{6}}}, 0.24), 3);
  EXPECT_EQ(integer_at({Law::integer, {std::int64_t{3}, std::int64_t{6}}}, 0.999), 6);
  const Draw logarithmic{Law::log_integer, {std::int64_t{16}, std::int64_t{1024}}};
  EXPECT_EQ(integer_at(logarithmic, 1e-9), 16);
  EXPECT_EQ(integer_at(logarithmic, 1 - 1e-9), 1024);
  EXPECT_NEAR(double(integer_at(logarithmic, 0.5)), 128, 2);
}

TEST(DrawnAt, StepsAreDecimals) {
  const Draw tenths{.law = Law::uniform, .values = {0.0, 1.0}, .step = 0.1};
  std::set<double> seen;
  for (double u = 0.005; u < 1; u += 0.01) seen.insert(real_at(tenths, u));
  EXPECT_EQ(seen, (std::set<double>{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}));
  const Draw fives{.law = Law::integer, .values = {std::int64_t{0}, std::int64_t{10}}, .step = std::int64_t{5}};
  EXPECT_EQ(integer_at(fives, 0.3), 0);
  EXPECT_EQ(integer_at(fives, 0.34), 5);
  EXPECT_EQ(integer_at(fives, 0.99), 10);
}

TEST(DrawnAt, WeightsAreSharesOfTheChoices) {
  const Draw draw{
      .law = Law::choice, .values = {std::string("a"), std::string("b"), std::string("c")}, .weights = {0.75, 0.25, 0}};
  EXPECT_EQ(std::get<std::string>(drawn_at(draw, 0.74)), "a");
  EXPECT_EQ(std::get<std::string>(drawn_at(draw, 0.76)), "b");
  EXPECT_EQ(std::get<std::string>(drawn_at(draw, 1 - 1e-17)), "b") << "c has no weight";
}

/// Sweeps of earlier versions keep their points: these values are of version 0.1.
TEST(RandomDraws, OfOlderLawsStayAsTheyWere) {
  const Sample two{2, 7, {}};
  std::string all;
  for (const auto& value : drawn("rate", {Law::uniform, {0.0, 1.0}}, two)) all += to_text(value) + " ";
  for (const auto& value : drawn("rate", {Law::log_uniform, {1e-4, 1.0}}, two)) all += to_text(value) + " ";
  for (const auto& value : drawn("width", {Law::integer, {std::int64_t{1}, std::int64_t{1000}}}, two))
    all += to_text(value) + " ";
  for (const auto& value : drawn("kind", {Law::choice, {std::string("a"), std::string("b"), std::string("c")}}, two))
    all += to_text(value) + " ";
  EXPECT_EQ(all, "0.64722553267082 0.21129343960115665 0.03880629052176862 0.0007001220542655035 681 643 c c ");
}

TEST(RandomDraws, OfNewLawsHaveTheirMoments) {
  double sum = 0, squares = 0;
  for (const auto& value : drawn("rate", {Law::normal, {3.0, 2.0}}, {4000, 1, {}})) {
    const double x = std::get<double>(value);
    sum += x, squares += (x - 3) * (x - 3);
  }
  EXPECT_NEAR(sum / 4000, 3, 5 * 2 / std::sqrt(4000.0));
  EXPECT_NEAR(squares / 4000, 4, 5 * 4 * std::sqrt(2 / 4000.0));
  std::map<std::string, int> counts;
  const Draw weighted{.law = Law::choice, .values = {std::string("a"), std::string("b")}, .weights = {0.75, 0.25}};
  for (const auto& value : drawn("kind", weighted, {4000, 1, {}})) ++counts[std::get<std::string>(value)];
  EXPECT_NEAR(counts["a"], 3000, 5 * std::sqrt(4000 * 0.75 * 0.25));
}

std::vector<Axis> sobol(std::int64_t count, std::int64_t seed) {
  std::vector<Axis> axes{axis("rate", {Law::uniform, {0.0, 1.0}}),
                         axis("width", {Law::integer, {std::int64_t{0}, std::int64_t{15}}})};
  draw_values(axes, schema, {count, seed, {}, true});
  return axes;
}

/// 64 points of Sobol's sequence: one in each of 64 equal intervals, and four at each of 16 integers.
TEST(SobolPoints, FillEveryAxisEvenly) {
  for (const std::int64_t seed : {0, 1, 2}) {
    const auto axes = sobol(64, seed);
    std::set<int> intervals;
    std::map<std::int64_t, int> integers;
    for (const auto& value : axes[0].values) intervals.insert(int(std::get<double>(value) * 64));
    for (const auto& value : axes[1].values) ++integers[std::get<std::int64_t>(value)];
    EXPECT_EQ(intervals.size(), 64u);
    for (const auto& [value, count] : integers) EXPECT_EQ(count, 4) << value;
  }
}

TEST(SobolPoints, FillThePlaneEvenly) {
  const auto axes = sobol(64, 3);
  std::map<std::pair<int, std::int64_t>, int> cells;
  for (std::size_t i = 0; i < 64; ++i)
    ++cells[{int(std::get<double>(axes[0].values[i]) * 8), std::get<std::int64_t>(axes[1].values[i]) / 2}];
  EXPECT_EQ(cells.size(), 64u);
}

TEST(SobolPoints, AreOtherOnesForAnotherSeedAndKeptByALargerSample) {
  EXPECT_NE(sobol(8, 0)[0].values, sobol(8, 1)[0].values);
  auto few = sobol(8, 0)[0].values, more = sobol(20, 0)[0].values;
  more.resize(8);
  EXPECT_EQ(few, more);
}

TEST(DrawValues, AValueThatItsParameterCannotHaveNamesTheLine) {
  const Schema bounded{"toy", 1, {real("rate", 0.5).between(0, 1)}, {}};
  std::vector<Axis> axes{axis("rate", {Law::normal, {0.5, 10.0}})};
  try {
    draw_values(axes, bounded, {100, 0, {}});
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()).find("s.toml:3: rate = "), 0u) << e.what();
  }
}

TEST(CheckDraw, ANormalDrawOfATextNamesTheLine) {
  try {
    check_draw(*schema.find("kind"), axis("kind", {Law::normal, {0.0, 1.0}}));
    ADD_FAILURE() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()).substr(0, 10), "s.toml:3: ") << e.what();
  }
  check_draw(*schema.find("rate"), axis("rate", {Law::normal, {0.0, 1.0}}));
}

TEST(CanDraw, TakesWhatTheLawCanGive) {
  const Draw steps{Law::uniform, {0.0, 1.0}, 0.1}, choices{Law::choice, {std::string("a"), std::string("b")}};
  EXPECT_TRUE(can_draw(steps, 0.3) && can_draw(steps, 1.0) && can_draw(steps, 0.0));
  EXPECT_FALSE(can_draw(steps, 0.25) || can_draw(steps, 1.1) || can_draw(steps, -0.1));
  EXPECT_TRUE(can_draw(choices, std::string("b")));
  EXPECT_FALSE(can_draw(choices, std::string("c")) || can_draw(choices, 1.0));
  EXPECT_FALSE(can_draw({Law::log_uniform, {1e-4, 1.0}}, std::string("x")));
  EXPECT_FALSE(can_draw({Law::log_integer, {std::int64_t{2}, std::int64_t{8}}}, std::int64_t{9}));
  EXPECT_TRUE(can_draw({Law::normal, {0.0, 1.0}}, 40.0));
  EXPECT_FALSE(can_draw({Law::normal, {0.0, 1.0}}, NAN));
}

}  // namespace
}  // namespace icsweep::draws_test
