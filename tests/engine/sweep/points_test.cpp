#include "engine/sweep/points.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "engine/sweep/grid.hpp"
#include "engine/sweep/overrides.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep {
namespace {

const std::string head = "[[grid]]\ntask = \"augmented\"\n";

Expansion expanded(const std::string& lines, const std::vector<std::string>& only = {}) {
  return expand(papers_tasks(), parse_sweep(head + lines, "s.toml"), only);
}

std::vector<std::string> labels(const Expansion& points) {
  std::vector<std::string> all;
  for (const auto& e : points.experiments) all.push_back(e.label());
  return all;
}

std::string error(const std::string& lines, const std::vector<std::string>& only = {}) {
  try {
    expanded(lines, only);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

using Labels = std::vector<std::string>;

TEST(PointsTest, ZippedListsGoInStepAndTheirGroupTimesTheOthers) {
  EXPECT_EQ(
      labels(expanded("zip = [\"dim\", \"length\"]\ndim = [2, 3]\nlength = [20, 30]\nseed = [0, 1]\n")),
      (Labels{"dim=2 length=20 seed=0", "dim=2 length=20 seed=1", "dim=3 length=30 seed=0", "dim=3 length=30 seed=1"}));
  EXPECT_EQ(labels(expanded("zip = [\"dim\", \"length\"]\ndim = [2, 3]\nlength = 20\n")), (Labels{"dim=2", "dim=3"}))
      << "one value combines with all";
  EXPECT_EQ(expanded("zip = [[\"dim\", \"length\"], [\"depth\", \"seed\"]]\ndim = [2, 3]\nlength = [20, 30]\ndepth = "
                     "[1, 2, 3]\nseed = [0, 1, 2]\n")
                .experiments.size(),
            6u);
}

TEST(PointsTest, RulesDropPointsAndCountThem) {
  const Expansion e = expanded("depth = [1, 2, 3, 4]\ndim = [2, 3]\nwhere = [\"depth <= dim\", \"depth != 2\"]\n");
  EXPECT_EQ(labels(e), (Labels{"depth=1 dim=2", "depth=1 dim=3", "depth=3 dim=3"}));
  ASSERT_EQ(e.dropped.size(), 2u);
  EXPECT_EQ(e.dropped[0].points, 3u);
  EXPECT_EQ(e.dropped[1].points, 2u);
  EXPECT_EQ(e.dropped[1].rule.text, "depth != 2");
  EXPECT_EQ(e.dropped[0].rule.place.line, 5);
}

TEST(PointsTest, ParametersAreDerivedFromOthersWhateverTheOrder) {
  const Expansion e = expanded("dim = [2, 3]\nderive = { length = \"10 * dim\", depth = \"length / 10 - 1\" }\n");
  ASSERT_EQ(e.experiments.size(), 2u);
  EXPECT_EQ(e.experiments[1].config.integer("length"), 30);
  EXPECT_EQ(e.experiments[1].config.integer("depth"), 2);
  EXPECT_EQ(error("dim = 3\nderive = { length = \"dim / 2\" }\n"),
            "s.toml:4: length = \"dim / 2\" in derive: length = 1.5: must be an integer");
  EXPECT_EQ(error("dim = [2, 3]\nderive = { length = \"60 / (3 - dim)\" }\n"),
            "s.toml:4: length = \"60 / (3 - dim)\" in derive: is inf at dim = 3: a division by zero, or out of a "
            "function's range");
  EXPECT_EQ(error("derive = { dim = \"dim + 1\" }\n"), "s.toml:3: dim is derived from itself");
  EXPECT_EQ(expanded("derive = { dim = \"batch / 32\", batch = \"length * 2\", length = \"64\" }\n")
                .experiments.at(0)
                .config.integer("dim"),
            4)
      << "in any order";
  EXPECT_EQ(error("derive = { dim = \"batch\", batch = \"dim\" }\n"),
            "s.toml:3: dim is derived from itself through others, give one of them values");
  EXPECT_EQ(error("dim = 2\nderive = { dim = \"3\" }\n"), "s.toml:4: dim is given values and derived, keep one");
}

TEST(PointsTest, DrawsLieInTheirBoundsAndFollowTheirLaws) {
  const Expansion e = expanded(
      "sample = { count = 2000, seed = 5 }\nlearning_rate = { log_uniform = [1e-4, 1e-2] }\ndepth = { integer = [1, 4] "
      "}\ncontext = { choice = [\"haar\", \"unitary\"] }\n[[grid]]\ntask = \"regression\"\nsample = { count = 2000 "
      "}\nnoise = { uniform = [0.5, 0.9] "
      "}\n");
  ASSERT_EQ(e.experiments.size(), 4000u);
  double below = 0, depths[5] = {}, haar = 0, mean = 0;
  for (const auto& x : e.experiments) {
    if (x.config.has("noise")) {
      const double noise = x.config.real("noise");
      ASSERT_TRUE(noise >= 0.5 && noise <= 0.9);
      mean += noise / 2000;
      continue;
    }
    const double rate = x.config.real("learning_rate");
    ASSERT_TRUE(rate >= 1e-4 && rate <= 1e-2);
    below += rate < 1e-3;
    ++depths[x.config.integer("depth")];
    haar += x.config.text("context") == "haar";
  }
  EXPECT_NEAR(below, 1000, 110);  // 5 standard deviations of a binomial
  EXPECT_NEAR(haar, 1000, 110);
  EXPECT_NEAR(mean, 0.7, 5 * 0.4 / std::sqrt(12.0 * 2000));
  for (int d = 1; d <= 4; ++d) EXPECT_NEAR(depths[d], 500, 97);
}

TEST(PointsTest, AnIntegerLawDrawsWholeNumbersOfARealParameter) {
  const Expansion e = expanded("sample = { count = 50 }\nmu = { integer = [1, 3] }\ncontext = \"restricted\"\n");
  std::set<double> seen;
  for (const auto& x : e.experiments) seen.insert(x.config.real("mu"));
  EXPECT_EQ(seen, (std::set<double>{1, 2, 3}));
}

TEST(PointsTest, MoreDrawsKeepThoseThereWereAndListsMultiplyThem) {
  const auto ids = [](const std::string& lines) {
    std::set<std::string> all;
    for (const auto& e : expanded(lines).experiments) all.insert(e.identity);
    return all;
  };
  const std::string rate = "learning_rate = { log_uniform = [1e-4, 1e-2] }\n";
  const auto few = ids("sample = { count = 5 }\n" + rate), more = ids("sample = { count = 8 }\n" + rate);
  EXPECT_EQ(more.size(), 8u);
  for (const auto& id : few) EXPECT_TRUE(more.contains(id));
  EXPECT_EQ(ids("sample = { count = 5 }\nseed = { count = 3 }\n" + rate).size(), 15u);
  EXPECT_NE(ids("sample = { count = 5, seed = 1 }\n" + rate), few);
}

TEST(PointsTest, OnlyKeepsWhatSatisfiesItAndDropsTasksWithoutItsParameters) {
  const std::string two = "depth = [1, 2, 3]\n[[grid]]\ntask = \"regression_baselines\"\n";
  const Expansion e = expanded(two, {"depth >= 2"});
  EXPECT_EQ(labels(e), (Labels{"depth=2", "depth=3"}));
  ASSERT_EQ(e.dropped.size(), 2u);
  EXPECT_EQ(error(two, {"dpth >= 2"}),
            "--only: \"dpth >= 2\": task augmented has no parameter \"dpth\" (character 1), did you mean depth? "
            "icsweep tasks augmented lists them");
  EXPECT_EQ(error(two, {"depth > 9"}), "s.toml: none of its 4 points satisfies --only \"depth > 9\"");
}

TEST(PointsTest, MistakesNameTheirLine) {
  EXPECT_EQ(error("zip = [\"dim\", \"length\"]\ndim = [2, 3]\nlength = [20, 30, 40]\n"),
            "s.toml:5: length has 3 values and dim, tied to it by zip, 2: give both the same number, or one value");
  EXPECT_EQ(error("zip = [\"dim\", \"length\"]\ndim = [2, 3]\n"),
            "s.toml:3: zip names length, but the grid gives it no values");
  EXPECT_EQ(error("dim = { uniform = [1.0, 2.0] }\n"),
            "s.toml:3: dim is drawn: say how many points, sample = { count = 100 }");
  EXPECT_EQ(error("sample = { count = 3 }\ndim = { uniform = [1.5, 2.5] }\n"),
            "s.toml:4: dim is an integer, draw it with {integer = [low, high]} or {log_integer = [low, high]}");
  EXPECT_EQ(error("dim = 2\nwhere = \"dmi < 3\"\n"),
            "s.toml:4: where \"dmi < 3\": task augmented has no parameter \"dmi\" (character 1), did you mean dim? "
            "icsweep tasks augmented lists them");
  EXPECT_NE(
      error("seed = { count = 1000000 }\ndepth = { from = 1, to = 11 }\n").find("s.toml:1: the sweep has 1.1e+07"),
      std::string::npos);
}

TEST(OverridesTest, ASettingTakesThePlaceOfValuesAndOfWhatDerivesThem) {
  const Sweep sweep = parse_sweep(head + "dim = [2, 3]\nderive = { length = \"10 * dim\" }\n", "s.toml");
  EXPECT_EQ(labels(expand(papers_tasks(), with_setting(papers_tasks(), sweep, "dim=[4, 5, 6]"))),
            (Labels{"dim=4 length=40", "dim=5 length=50", "dim=6 length=60"}));
  EXPECT_EQ(labels(expand(papers_tasks(), with_setting(papers_tasks(), sweep, "length=25"))),
            (Labels{"dim=2", "dim=3"}));
  EXPECT_EQ(expand(papers_tasks(), with_setting(papers_tasks(), sweep, "context=unitary"))
                .experiments[0]
                .config.text("context"),
            "unitary");
  EXPECT_TRUE(with_setting(papers_tasks(), sweep, "keep_weights=true").grids[0].settings.keep_weights);
  EXPECT_DOUBLE_EQ(with_setting(papers_tasks(), sweep, "time_limit=1m30s").grids[0].settings.time_limit, 90);
}

TEST(OverridesTest, ADrawNeedsASampleWhereverItIsWritten) {
  const Sweep plain =
      parse_sweep(head + "dim = [2, 3]\n[scale.quick]\nlearning_rate = { uniform = [0.1, 0.2] }\n", "s.toml");
  try {
    expand(papers_tasks(), at_scale(papers_tasks(), plain, "quick"));
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "s.toml:5: learning_rate is drawn: say how many points, sample = { count = 100 }");
  }
  const Sweep drawn =
      parse_sweep(head + "sample = { count = 3 }\nlearning_rate = { uniform = [0.1, 0.2] }\n", "s.toml");
  EXPECT_EQ(expand(papers_tasks(), with_setting(papers_tasks(), drawn, "learning_rate={log_uniform=[1e-3,1e-2]}"))
                .experiments.size(),
            3u);
  EXPECT_EQ(expand(papers_tasks(), with_setting(papers_tasks(), drawn, "sample={count=5}")).experiments.size(), 5u);
  EXPECT_EQ(expand(papers_tasks(), with_setting(papers_tasks(), drawn, "learning_rate=0.1")).experiments.size(), 1u);
}

TEST(OverridesTest, EveryNameOfACommonScaleIsChecked) {
  const Sweep sweep = parse_sweep(head + "[scale]\nquick = { depth = 1, epoch = 3 }\n", "s.toml");
  try {
    expand(papers_tasks(), sweep);
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(),
                 "s.toml:4: no task of this sweep has a parameter \"epoch\", did you mean epochs? "
                 "icsweep tasks augmented lists them");
  }
}

TEST(OverridesTest, MistakesAreOneLineWithTheNearestName) {
  const Sweep sweep = parse_sweep(head + "dim = [2, 3]\n", "s.toml");
  const auto failure = [&](const std::string& text) -> std::string {
    try {
      expand(papers_tasks(), with_setting(papers_tasks(), sweep, text));
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(failure("dmi=3"),
            "--set dmi=3: no task of this sweep has a parameter \"dmi\", did you mean dim? "
            "icsweep tasks augmented lists them");
  EXPECT_EQ(failure("dim=-3"), "--set dim=-3: dim = -3: must be at least 1");
  EXPECT_EQ(failure("retries=-1"), "--set retries=-1: retries must be an integer from 0 to 1000");
  EXPECT_EQ(failure("dim=3\nseed=4"), "--set: one PARAMETER=VALUE on one line, give --set again for another");
  EXPECT_EQ(failure("dim"), "--set dim: write PARAMETER=VALUE, such as --set depth=3");
  EXPECT_EQ(failure("dim=[1,").find("--set dim=[1,: "), 0u);
}

TEST(PointsTest, APathInASweepFileLeadsNowhereButDownFromTheCurrentFolder) {
  const auto refused = [](const std::string& line) {
    const std::string text = "[[grid]]\ntask = \"text_fit\"\n" + line;
    try {
      expand(papers_tasks(), parse_sweep(text, "s.toml"));
    } catch (const Error& e) {
      return std::string(e.what()).find("leaves the current folder") != std::string::npos;
    }
    return false;
  };
  for (const char* line : {"text = \"/etc/passwd\"", "merges = [\"m.txt\", \"../m.txt\"]", "vocabulary = \"a/../../b\"",
                           "embedding = \"/dev/zero\"", "scale.quick.text = \"/etc/passwd\"",
                           "text = { choice = [\"..\", \"b\"] }\nsample = { count = 1 }"})
    EXPECT_TRUE(refused(line)) << line;
  EXPECT_FALSE(refused("text = \"texts/moby..dick.txt\""));
  EXPECT_EQ(
      check_axis(papers_tasks().find("text_fit").schema(), {"text", {std::string("/etc/passwd")}, {}, {"--set text"}})
          .values.size(),
      1u)
      << "values of the command line are the user's own";
}

TEST(PointsTest, ASampleOfMoreValuesThanMemoryHoldsIsRefusedBeforeItIsDrawn) {
  EXPECT_EQ(error("dim = { integer = [2, 9] }\nlength = { integer = [10, 20] }\nsample = { count = 10000000 }\n"),
            "s.toml:5: 10000000 points of 2 drawn parameters are more than 1e+07 values; split the sample");
}

TEST(Parameters, ASuggestionKnowsTheNamesOfAllSchemas) {
  const Schema first{"augmented", 1, {integer("depth", 1), real("learning_rate", 0.1)}, {}};
  const Schema second{"plain", 1, {integer("width", 8)}, {}};
  EXPECT_EQ(parameter_suggestion("dept", {&first}), ", did you mean depth? icsweep tasks augmented lists them");
  EXPECT_EQ(parameter_suggestion("widht", {&first, &second}),
            ", did you mean width? icsweep tasks TASK lists those of a task");
  EXPECT_EQ(parameter_suggestion("unlike", {&second}), "; icsweep tasks plain lists them");
}

TEST(PointsTest, AParameterWhoseConditionFailsIsAtItsDefaultOnce) {
  const std::string lines =
      "optimizer = [\"sgd\", \"adam\"]\nmomentum = { when = 'optimizer == \"sgd\"', values = [0.5, 0.9] }\n";
  const Expansion e = expanded(lines + "seed = [0, 1]\n");
  EXPECT_EQ(labels(e), (Labels{"seed=0 optimizer=sgd momentum=0.5", "seed=1 optimizer=sgd momentum=0.5",
                               "seed=0 optimizer=sgd momentum=0.9", "seed=1 optimizer=sgd momentum=0.9",
                               "seed=0 optimizer=adam momentum=0", "seed=1 optimizer=adam momentum=0"}));
  EXPECT_EQ(e.repeated, 0u);
  EXPECT_TRUE(e.defaulted.at("augmented").contains("momentum"));
  EXPECT_EQ(expanded("depth = [1, 2, 3]\ndim = { when = \"depth < 3\", values = [2, 3] }\n"
                     "length = { when = \"dim == 2 && depth == 1\", values = [20, 30] }\n")
                .experiments.size(),
            6u)
      << "conditions on conditional parameters: (1,2,20) (1,2,30) (1,3) (2,2) (2,3) (3)";
  EXPECT_EQ(expanded("depth = [1, 2]\ndim = { when = \"depth == 1\", values = [2, 3] }\nlength = [20, 30]\n"
                     "zip = [\"dim\", \"length\"]\n")
                .experiments.size(),
            4u)
      << "what is tied to it still varies";
}

TEST(PointsTest, ConditionsThatCannotBeAreRefused) {
  const auto when = [](const std::string& text) { return "dim = { when = \"" + text + "\", values = [2, 3] }\n"; };
  EXPECT_EQ(error("depth = [1, 2]\n" + when("depth > 4")),
            "s.toml:4: when of dim: \"depth > 4\" holds at no point of this grid, correct it or take dim out");
  EXPECT_EQ(error(when("dim > 1")), "s.toml:3: dim depends on itself");
  EXPECT_EQ(error(when("depth > 1") + "depth = { when = \"dim > 1\", values = [1] }\n"),
            "s.toml:3: dim depends on itself through other conditions, remove one of them");
  EXPECT_EQ(error(when("depht > 1")).rfind("s.toml:3: when of dim: task augmented has no parameter \"depht\"", 0), 0u);
  EXPECT_EQ(error(when("depth >")).rfind("s.toml:3: when of dim: ", 0), 0u);
}

TEST(PointsTest, ASampleThatMissesAConditionIsNoMistake) {
  const std::string lines =
      "depth = { integer = [1, 99] }\ndim = { when = \"depth == 57\", values = [2, 3] }\nsample = { count = 2 }\n";
  EXPECT_EQ(expanded(lines).experiments.size(), 2u);
  EXPECT_NE(
      error("depth = { integer = [1, 9] }\ndim = { when = \"depth == 57\", values = 2 }\nsample = { count = 2 }\n"),
      "");
}

}  // namespace
}  // namespace icsweep
