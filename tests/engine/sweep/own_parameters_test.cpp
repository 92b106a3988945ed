#include "engine/sweep/own_parameters.hpp"

#include <gtest/gtest.h>

#include "io/sweep_file/sweep_file.hpp"

namespace icsweep::own_parameters_test {
namespace {

const std::string head = "[[grid]]\ntask = \"t\"\n";

/// The parameters of grids with these lines.
std::vector<Parameter> own(const std::vector<std::string>& grids) {
  std::string text;
  for (const auto& lines : grids) text += head + lines;
  const Sweep sweep = parse_sweep(text, "s.toml");
  OwnParameters all(sweep.grids[0], "");
  for (std::size_t i = 1; i < sweep.grids.size(); ++i) all.join(OwnParameters(sweep.grids[i], ""));
  return all.parameters();
}

std::string error(const std::vector<std::string>& grids) {
  try {
    own(grids);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(OwnParameters, HaveTheTypeOfTheirValues) {
  const auto p = own({"a = [true, false]\nb = [[1, 2], [3]]\nc = [1, 2.5]\nd = [{ x = 1 }]\ne = \"t\"\nf = 1\n"});
  const ValueType wanted[] = {ValueType::boolean,   ValueType::composite, ValueType::real,
                              ValueType::composite, ValueType::text,      ValueType::integer};
  for (std::size_t i = 0; i < p.size(); ++i) {
    EXPECT_EQ(p[i].type(), wanted[i]) << p[i].name;
    EXPECT_TRUE(p[i].own && !p[i].optional && !p[i].nullable) << p[i].name;
  }
  EXPECT_EQ(own({"a = 1\n", "a = 0.5\n"})[0].type(), ValueType::real);
}

TEST(OwnParameters, TheTextNoneIsNoneBesideOtherKinds) {
  const auto nullable = [](const std::vector<std::string>& grids) { return own(grids)[0].nullable; };
  EXPECT_TRUE(nullable({"a = [\"none\", 0.1]\n"}));
  EXPECT_TRUE(nullable({"a = \"none\"\n", "a = true\n"}));
  EXPECT_TRUE(nullable({"a = { choice = [\"none\", [1]] }\nsample = { count = 2 }\n"}));
  EXPECT_FALSE(nullable({"a = [\"none\", \"layer\"]\n"})) << "a text";
  EXPECT_FALSE(nullable({"a = \"none\"\n"}));
  EXPECT_EQ(own({"a = \"none\"\n"})[0].type(), ValueType::text);
}

TEST(OwnParameters, OneGridMayHaveOthersThanAnother) {
  const auto p = own({"a = 1\nb = 2\n", "a = 1\nc = 3\n"});
  ASSERT_EQ(p.size(), 3u);
  EXPECT_FALSE(p[0].optional);
  EXPECT_TRUE(p[1].optional && p[2].optional);
  EXPECT_TRUE(own({"a = 1\nb = { when = \"a > 0\", values = [1] }\n"})[1].optional);
}

TEST(OwnParameters, NamesThatLookLikeOneAreRefused) {
  EXPECT_EQ(
      error({"learning_rate = 1\n", "learning_rat = 1\n"}),
      "s.toml:4: learning_rat of this grid and learning_rate of the grid of the same code at line 1 look like one "
      "parameter: correct one, or give both grids both");
  EXPECT_NE(error({"width = 1\nmomentum = 0\n", "momentun = 0\nwidth = 1\n"}), "");
  EXPECT_EQ(error({"beta1 = 1\n", "beta2 = 1\n"}), "") << "they differ in digits";
  EXPECT_EQ(error({"lr = 1\n", "wd = 1\n"}), "") << "short names";
  EXPECT_EQ(error({"width = 1\n", "depth = 1\n"}), "");
  EXPECT_EQ(error({"rates = 1\nrate = 1\n", "rate = 1\n"}), "") << "one grid has both";
}

TEST(OwnParameters, NestedNamesKeepTheirPlace) {
  const auto p = own({"model.lr = 0.1\nmodel.head.width = 3\n", "model.lr = 1\nmodel.head.width = 3\n"});
  ASSERT_EQ(p.size(), 2u);
  EXPECT_EQ(p[0].name + " " + p[0].path, "model_lr model.lr");
  EXPECT_EQ(p[1].name + " " + p[1].path, "model_head_width model.head.width");
  const auto derived = own({"a = 1\nderive = { model.width = \"2 * a\" }\n"});
  EXPECT_EQ(derived.at(1).name + " " + derived.at(1).path, "model_width model.width");
  EXPECT_EQ(error({"model.lr = 1\n", "model_lr = 1\n"}),
            "s.toml:6: model_lr and model.lr, at line 3, would both be the column model_lr, rename one");
}

TEST(OwnParameters, ValuesWithoutACommonTypeAreRefused) {
  EXPECT_EQ(error({"a = [1, \"x\"]\n"}), "s.toml:3: a is both a text and a number, keep one");
  EXPECT_EQ(error({"a = [true, 1]\n"}), "s.toml:3: a is both true or false and a number, keep one");
  EXPECT_EQ(error({"a = 1\n", "a = [[1]]\n"}), "s.toml:6: a is both a number and a list or a table, keep one");
}

}  // namespace
}  // namespace icsweep::own_parameters_test
