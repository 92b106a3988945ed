#include "engine/sweep/grid.hpp"

#include "engine/sweep/overrides.hpp"
#include "tasks/papers_tasks.hpp"

#include <gtest/gtest.h>

namespace icsweep::grid_test {
namespace {

Expansion expanded(const std::string& text) {
  return expand(papers_tasks(), parse_sweep(text, "s.toml"));
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
  EXPECT_EQ(e[0].label(), "depth=1 seed=0");
  EXPECT_EQ(e[1].label(), "depth=1 seed=1");
  EXPECT_EQ(e[5].label(), "depth=2 seed=2");
  EXPECT_EQ(e[5].config.integer("length"), 50);  // the default value
}

TEST(Grid, ALabelNamesWhatVariesInTheWholeSweepInTheOrderOfTheTasksParameters) {
  const auto e =
      expanded(
          "[[grid]]\ntask = \"augmented\"\nseed = [1, 2]\ndepth = 3\n[[grid]]\ntask = \"augmented\"\nepochs = "
          "7\nseed = 1\ndepth = 3\n")
          .experiments;
  ASSERT_EQ(e.size(), 3u);
  EXPECT_EQ(e[0].label(), "epochs=2000 seed=1");
  EXPECT_EQ(e[2].label(), "epochs=7 seed=1");
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
            "s.toml:4: task augmented has no parameter \"lenght\", did you mean length? "
            "icsweep tasks augmented lists them");
  EXPECT_EQ(error("depth = [1, -1]\n"), "s.toml:3: depth = -1: must be at least 1");
  EXPECT_EQ(error("depth = 1.5\n"), "s.toml:3: depth = 1.5: must be an integer");
  EXPECT_EQ(error("context = \"har\"\n"),
            "s.toml:3: context = \"har\": must be one of haar, unitary, orthogonal, restricted");
  EXPECT_NE(error("seed = { count = 1000000 }\ndepth = { from = 1, to = 999, step = 1 }\n")
                .find("s.toml:1: the sweep has 9.99e+08 points up to here"),
            std::string::npos);
  try {
    expanded("\n[[grid]]\ntask = \"nothing\"\n");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()).find("s.toml:2: task \"nothing\" does not exist; use one of augmented, "), 0u);
  }
}

// ---- scales

const std::string two_grids =
    "[[grid]]\ntask = \"augmented\"\ndepth = [1, 2, 3]\nseed = { count = 3 }\nscale.quick.depth = [2]\n"
    "[[grid]]\ntask = \"augmented\"\ndim = 3\n"
    "[scale.quick]\ndepth = [4, 5]\nseed = { count = 2 }\nepochs = 10\n[scale.tiny]\nepochs = 1\n";

std::vector<std::string> labels(const std::string& text, const std::string& scale) {
  std::vector<std::string> labels;
  for (const auto& e : expand(papers_tasks(), at_scale(papers_tasks(), parse_sweep(text, "s.toml"), scale)).experiments)
    labels.push_back(e.label());
  return labels;
}

TEST(Scales, ReplaceParametersAndAGridsOwnIsStronger) {
  EXPECT_EQ(expanded(two_grids).experiments.size(), 10u);
  EXPECT_EQ(labels(two_grids, "quick"),
            (std::vector<std::string>{"depth=2 dim=5 seed=0", "depth=2 dim=5 seed=1", "depth=4 dim=3 seed=0",
                                      "depth=4 dim=3 seed=1", "depth=5 dim=3 seed=0", "depth=5 dim=3 seed=1"}));
  for (const auto& e :
       expand(papers_tasks(), at_scale(papers_tasks(), parse_sweep(two_grids, "s.toml"), "quick")).experiments)
    EXPECT_EQ(e.config.integer("epochs"), 10);
  EXPECT_EQ(labels(two_grids, "tiny").size(), 10u);
}

TEST(Scales, ASearchOfAScaleReplacesThatOfTheFile) {
  const auto searches = [](const std::string& scale) {
    const std::string halving = "method = \"halving\"\nresource = \"epochs\"\n";
    const Sweep sweep = parse_sweep("[search]\n" + halving + "metric = \"loss\"\n" + two_grids +
                                        "[scale.tiny.search]\n" + halving + "metric = \"grad_norm\"\n",
                                    "s.toml");
    return at_scale(papers_tasks(), sweep, scale).search->metric.name;
  };
  EXPECT_EQ(searches("quick"), "loss");
  EXPECT_EQ(searches("tiny"), "grad_norm");
}

TEST(Scales, AnEmptyOneIsTheFileAsItIs) {
  const std::string text = "[[grid]]\ntask = \"augmented\"\ndepth = [1, 2]\n[scale.quick]\n";
  EXPECT_EQ(labels(text, "quick"), (std::vector<std::string>{"depth=1", "depth=2"}));
}

std::string scale_error(const std::string& text, const std::string& scale) {
  try {
    at_scale(papers_tasks(), parse_sweep(text, "s.toml"), scale);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(Scales, AnUnknownOneListsThoseOfTheFile) {
  EXPECT_EQ(scale_error(two_grids, "quik"), "s.toml: has no scale \"quik\", it has: quick, tiny");
  EXPECT_EQ(scale_error("[[grid]]\ntask = \"augmented\"\nscale.quick.depth = 1\n", "full"),
            "s.toml: has no scale \"full\", it has: quick");
  EXPECT_EQ(scale_error("[[grid]]\ntask = \"augmented\"\n", "quick"),
            "s.toml: has no scale \"quick\", it has none, leave --scale out");
}

TEST(Scales, AreCheckedWhetherChosenOrNot) {
  EXPECT_EQ(error("[scale.quick]\ndept = 1\n"),
            "s.toml:4: no task of this sweep has a parameter \"dept\", did you mean depth? "
            "icsweep tasks augmented lists them");
  EXPECT_EQ(error("[scale.quick]\ndepth = [1, -1]\n"), "s.toml:4: depth = -1: must be at least 1");
  EXPECT_EQ(error("scale.quick.dept = 1\n"),
            "s.toml:3: task augmented has no parameter \"dept\", did you mean depth? "
            "icsweep tasks augmented lists them");
  EXPECT_EQ(error("scale.quick.depth = 1.5\n"), "s.toml:3: depth = 1.5: must be an integer");
}

TEST(Grid, WeightsAreKeptOnlyByTasksThatHaveThem) {
  EXPECT_TRUE(
      expanded("[[grid]]\ntask = \"augmented\"\nkeep_weights = true\n").experiments.at(0).settings->keep_weights);
  try {
    expanded("[sweep]\n[[grid]]\ntask = \"kernel_descent\"\nkeep_weights = true\n");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()),
              "s.toml:2: keep_weights = true: task kernel_descent trains no weights, leave it out; these do: "
              "augmented, plain, diagonal, positional, ablation, descent_transformer, regression");
  }
}

TEST(Grid, OfAStoredSweepOpensNoFileThatItNames) {
  const std::string text = "[[grid]]\ntask = \"text_fit\"\ntext = \"none.txt\"\nseed = { count = 2 }\n";
  EXPECT_THROW(expanded(text), Error) << "the text named by a sweep file is read to check the grid";
  EXPECT_EQ(expand(papers_tasks(), parse_stored_sweep(text)).experiments.size(), 2u);
  EXPECT_EQ(experiments_of(papers_tasks(), parse_stored_sweep(text).grids[0]).size(), 2u);
  EXPECT_THROW(expand(papers_tasks(), parse_stored_sweep("[[grid]]\ntask = \"augmented\"\nnote = 1\n")), Error);
}

}  // namespace
}  // namespace icsweep::grid_test
