#include "engine/search/search.hpp"

#include <gtest/gtest.h>

#include "io/sweep_file/sweep_file.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/support/numbers.hpp"

namespace icsweep {
namespace {

using SettingsOf = Indexed<SettingIndex, std::vector<ExperimentIndex>>;

struct Found {
  std::vector<Experiment> experiments;
  Search search;
};

Found found(const std::string& search, const std::string& grids) {
  const Sweep sweep = parse_sweep(search + grids, "s.toml");
  Found f{expand(papers_tasks(), sweep).experiments, {}};
  f.search = make_search(*sweep.search, f.experiments);
  return f;
}

std::string error(const std::string& search, const std::string& grids) {
  try {
    found(search, grids);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

const std::string by_loss = "[search]\nmethod = \"halving\"\nmetric = \"loss\"\nresource = \"epochs\"\neta = 3\n",
                  augmented = "[[grid]]\ntask = \"augmented\"\n";

TEST(Search, SettingsAreAllButTheSeedsInTheOrderOfTheSweep) {
  const Found f = found(by_loss, augmented + "learning_rate = [0.1, 0.2, 0.3]\nseed = [4, 5]\n");
  ASSERT_EQ(f.search.races.size(), 1u);
  EXPECT_EQ(f.search.races[RaceIndex(0)].label, "augmented");
  EXPECT_EQ(f.search.races[RaceIndex(0)].settings,
            (SettingsOf{{0_experiment, 1_experiment}, {2_experiment, 3_experiment}, {4_experiment, 5_experiment}}));
  EXPECT_EQ(f.experiments[0].rungs->at, (std::vector<std::int64_t>{70, 220, 660}));
  EXPECT_EQ(&*f.experiments[0].rungs, &*f.experiments[5].rungs);
}

TEST(Search, ARaceForEachTaskAndEachValueOfPer) {
  const Found f = found(by_loss + "per = [\"dim\"]\n",
                        augmented + "dim = [2, 3]\nlearning_rate = [0.1, 0.2]\n[[grid]]\ntask = \"plain\"\n");
  ASSERT_EQ(f.search.races.size(), 3u);
  EXPECT_EQ(f.search.races[RaceIndex(0)].label, "augmented dim=2");
  EXPECT_EQ(f.search.races[RaceIndex(1)].settings, (SettingsOf{{2_experiment}, {3_experiment}}));
  EXPECT_EQ(f.search.races[RaceIndex(2)].label, "plain dim=10");
}

TEST(Search, OverSaysWhatASettingIsJudgedBy) {
  const Found each = found(by_loss + "over = []\n", augmented + "seed = [4, 5]\n");
  EXPECT_EQ(each.search.races[RaceIndex(0)].settings.size(), 2u);
  const Found dims = found(by_loss + "over = [\"dim\", \"seed\"]\n", augmented + "dim = [2, 3]\nseed = [4, 5]\n");
  EXPECT_EQ(dims.search.races[RaceIndex(0)].settings.size(), 1u);
}

TEST(Search, MistakesNameLineAndKey) {
  const auto with = [](const std::string& metric, const std::string& resource, const std::string& more = "") {
    return "[search]\nmethod = \"halving\"\nmetric = \"" + metric + "\"\nresource = \"" + resource + "\"\n" + more +
           "eta = 3\n";
  };
  EXPECT_EQ(error(with("losss", "epochs"), augmented),
            "s.toml:3: metric \"losss\": augmented has no such result; a rung looks at a curve along training: epoch, "
            "loss, grad_norm");
  EXPECT_EQ(error(with("test_mse", "epochs"), augmented),
            "s.toml:3: metric \"test_mse\": augmented has it at the end alone; a rung looks at a curve along training: "
            "epoch, loss, grad_norm");
  EXPECT_EQ(error(with("loss", "epoch"), augmented),
            "s.toml:4: resource = \"epoch\": task augmented has no such parameter, did you mean epochs? icsweep tasks "
            "augmented lists them");
  EXPECT_EQ(error(with("loss", "depth"), augmented),
            "s.toml:4: resource = \"depth\": a rung cannot give augmented less of it, take epochs");
  EXPECT_EQ(error(with("loss", "epochs"), "[[grid]]\ntask = \"descent_transformer\"\n"),
            "s.toml:4: resource = \"epochs\": a rung cannot give descent_transformer less of it, nor of any other "
            "parameter: it has no search");
  EXPECT_EQ(error(with("loss", "epochs", "per = \"heigth\"\n"), augmented).substr(0, 58),
            "s.toml:5: per = \"heigth\": task augmented has no such param");
  EXPECT_EQ(error(with("loss", "epochs", "rungs = 6\n"), augmented + "epochs = 100\n"),
            "s.toml:1: rungs = 6: 5 fit into epochs = 100, whose curves have 100 checkpoints, with eta = 3; take fewer "
            "rungs, a smaller eta or more epochs");
  EXPECT_EQ(error(with("loss", "epochs"), augmented + "epochs = [100, 200]\n"),
            "s.toml:4: epochs takes several values in a race (loss at 3,11,33 of 100 epochs and loss at 7,22,66 of 200 "
            "epochs): give it one, or name it in per");
  EXPECT_EQ(error(with("loss", "epochs", "per = \"epochs\"\n"), augmented + "epochs = [100, 200]\n"), "");
}

TEST(Search, ScoutsAreTheFirstExperimentsOfSettingsAndNeedOthers) {
  const std::string scouts = "[search]\nmethod = \"scouts\"\nmetric = \"loss\"\nresource = \"epochs\"\n";
  const Found all = found(scouts, augmented + "learning_rate = [0.1, 0.2, 0.3]\n" + "seed = [1, 2]\n");
  const Search::Rules& rules = all.search.races[RaceIndex(0)].rules;
  EXPECT_TRUE(rules.scouts && rules.first() == 1_rung && rules.rungs == 3);
  EXPECT_EQ(rules.keep, (all.search.races[RaceIndex(0)].settings.size() + 6) / 7);
  EXPECT_EQ(
      error(scouts, augmented + "learning_rate = [0.1, 0.2, 0.3]\n" + "seed = 1\n"),
      "s.toml:1: scouts: a setting of augmented has one experiment, and no other follows it: give it two seeds or "
      "more, or take method = \"halving\"");
}

}  // namespace
}  // namespace icsweep
