#include "engine/grid.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

Expansion expanded(const std::string& text) {
  return expand(parse_sweep(text, "s.toml"));
}

std::string error(const std::string& parameters) {
  try {
    expanded("[[grid]]\ntask = \"augmented\"\n" + parameters);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(Grid, IsTheProductOfItsParametersTheLastVaryingFastest) {
  const auto e = expanded("[[grid]]\ntask = \"augmented\"\ndepth = [1, 2]\nseed = { count = 3 }\n").experiments;
  ASSERT_EQ(e.size(), 6u);
  EXPECT_EQ(e[0].label, "depth=1 seed=0");
  EXPECT_EQ(e[1].label, "depth=1 seed=1");
  EXPECT_EQ(e[5].label, "depth=2 seed=2");
  EXPECT_EQ(e[5].config.integer("length"), 50);  // the standard value
}

TEST(Grid, OverlappingGridsRunNoPointTwice) {
  const auto e = expanded(
      "[[grid]]\ntask = \"augmented\"\ndepth = [1, 2]\n[[grid]]\ntask = \"augmented\"\ndepth = [2, 3]\nlearning_rate = "
      "0.005\n");
  EXPECT_EQ(e.experiments.size(), 3u);
  EXPECT_EQ(e.repeated, 1u);
}

TEST(Grid, IdentityDoesNotDependOnOrderOrOnWritingTheStandardValue) {
  const auto a = expanded("[[grid]]\ntask = \"augmented\"\ndepth = 2\nseed = 4\n"),
             b = expanded("[[grid]]\ntask = \"augmented\"\nseed = 4\nlength = 50\ndepth = 2\n");
  EXPECT_EQ(a.experiments[0].identity, b.experiments[0].identity);
}

TEST(Grid, MistakesNameLineKeyAndRule) {
  EXPECT_EQ(error("depth = 1\nlenght = 2\n"),
            "s.toml:4: task augmented has no parameter \"lenght\", did you mean length?");
  EXPECT_EQ(error("depth = [1, -1]\n"), "s.toml:3: depth = -1: must be at least 1");
  EXPECT_EQ(error("depth = 1.5\n"), "s.toml:3: depth = 1.5: must be an integer");
  EXPECT_EQ(error("context = \"har\"\n"), "s.toml:3: context = har: must be one of haar");
  EXPECT_NE(error("seed = { count = 1000000 }\ndepth = { from = 1, to = 999, step = 1 }\n")
                .find("s.toml:1: the sweep has 9.99e+08 points up to here"),
            std::string::npos);
  try {
    expanded("\n[[grid]]\ntask = \"nothing\"\n");
    FAIL();
  } catch (const Error& e) {
    EXPECT_TRUE(std::string(e.what()).starts_with("s.toml:2: task \"nothing\" does not exist: use one of augmented"));
  }
}

}  // namespace
}  // namespace icsweep
