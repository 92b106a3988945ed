#include "io/sweep_file/sweep_draws.hpp"

#include <gtest/gtest.h>

#include "io/sweep_file/sweep_file.hpp"

namespace icsweep::sweep_draws_test {
namespace {

Grid grid(const std::string& line) {
  return parse_sweep("[[grid]]\ntask = \"toy\"\nsample = { count = 3 }\n" + line + "\n", "s.toml").grids[0];
}

std::string error(const std::string& line) {
  try {
    grid(line);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(SweepDraws, HaveStepsWeightsAndNewLaws) {
  const Draw tenths = *grid("x = { uniform = [0, 1], step = 0.1 }").axes[0].draw;
  EXPECT_EQ(tenths.step, Value(0.1));
  EXPECT_EQ(*grid("x = { integer = [0, 100], step = 5 }").axes[0].draw->step, Value(std::int64_t{5}));
  EXPECT_EQ(grid("x = { log_integer = [16, 1024] }").axes[0].draw->law, Draw::Law::log_integer);
  EXPECT_EQ(grid("x = { normal = [0, 1] }").axes[0].draw->values, (std::vector<Value>{0.0, 1.0}));
  EXPECT_EQ(grid("x = { choice = [\"a\", \"b\"], weights = [3, 1] }").axes[0].draw->weights,
            (std::vector<double>{0.75, 0.25}));
}

TEST(SweepDraws, TheCanonicalTextReadsBack) {
  for (const char* line : {"x = { uniform = [0.0, 1.0], step = 0.1 }", "x = { integer = [0, 100], step = 5 }",
                           "x = { log_integer = [16, 1024] }", "x = { normal = [0.0, 1.0] }",
                           "x = { choice = [\"a\", \"b\"], weights = [0.75, 0.25] }"}) {
    const std::string text = canonical_text(parse_sweep(
        std::string("[[grid]]\ntask = \"toy\"\nsample = { count = 3, method = \"sobol\" }\n") + line + "\n", "s.toml"));
    EXPECT_NE(text.find(line), std::string::npos) << text;
    EXPECT_NE(text.find("sample = { count = 3, seed = 0, method = \"sobol\" }"), std::string::npos) << text;
    EXPECT_EQ(canonical_text(parse_sweep(text, "s.toml")), text);
  }
}

TEST(SweepDraws, MistakesNameTheirLine) {
  const std::pair<const char*, const char*> cases[] = {
      {"x = { uniform = [0, 1], step = 0.3 }", "s.toml:4: step 0.3 of x does not lead from 0 to 1: end at 0.9 or 1.2"},
      {"x = { integer = [0, 10], step = 2.5 }", "s.toml:4: step of x must be a positive integer"},
      {"x = { uniform = [0, 1], step = 0 }", "s.toml:4: step of x must be a positive number"},
      {"x = { log_uniform = [0.1, 1], step = 0.1 }", "s.toml:4: step in x does not go with log_uniform, remove it"},
      {"x = { log_integer = [0, 8] }",
       "s.toml:4: log_integer of x must be [low, high], both positive integers, low below high"},
      {"x = { normal = [0, 0] }", "s.toml:4: normal of x must be [mean, standard deviation], the deviation above 0"},
      {"x = { choice = [1, 2], weights = [0.5, 0.4] }",
       "s.toml:4: weights of x have the sum 0.9: write whole numbers, or shares with the sum 1"},
      {"x = { choice = [1, 2], weights = [0, 0] }",
       "s.toml:4: weights of x have the sum 0: write whole numbers, or shares with the sum 1"},
      {"x = { choice = [1, 2], weights = [1] }",
       "s.toml:4: weights of x must be 2 numbers, one per choice and none below 0"},
      {"x = { choice = [1, 2], weights = [2, -1] }",
       "s.toml:4: weights of x must be 2 numbers, one per choice and none below 0"},
      {"x = { uniform = [0, 1], weights = [1, 1] }", "s.toml:4: weights in x does not go with uniform, remove it"}};
  for (const auto& [line, what] : cases) EXPECT_EQ(error(line), what);
}

}  // namespace
}  // namespace icsweep::sweep_draws_test
