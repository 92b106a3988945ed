// Figures of stores with known results, which the test wrote.
#include "io/figures/figure.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>
#include <stdexcept>

#include "io/figures/plot.hpp"
#include "support/synthetic_store.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep {
namespace {

Holding held_in(const SyntheticStore& made, const std::string& name, const std::string& where = "") {
  const StoreReader store(made.path());
  return holding(SqlDatabase(store), find_figure(name), {.where = where});
}

Plot plot_in(const SyntheticStore& made, const std::string& name) {
  const StoreReader store(made.path());
  const SqlDatabase database(store);
  return plot_of(database, find_figure(name), holding(database, find_figure(name)));
}

/// A row of augmented with this depth and seed. Its error is depth / 10 + seed / 100, and t times that at position t.
class Depths : public ::testing::Test {
 protected:
  Config& add(int depth, int seed, int epochs = 2000) {
    Config& c = store_.add();
    c.set("depth", std::int64_t(depth));
    c.set("length", std::int64_t{3});
    c.set("seed", std::int64_t(seed));
    c.set("epochs", std::int64_t(epochs));
    return c;
  }
  void write(Outcome outcome = Outcome::done, int of = -1) {
    store_.write(
        [](const Config& c, const std::string&, std::size_t element) {
          return double(element + 1) * (double(c.integer("depth")) / 10 + double(c.integer("seed")) / 100);
        },
        outcome, of);
  }
  std::string path() const { return store_.path(); }
  Holding held(const std::string& name, const std::string& where = "") const { return held_in(store_, name, where); }
  Plot plot(const std::string& name) const { return plot_in(store_, name); }

  SyntheticStore store_{"augmented"};
};

TEST_F(Depths, OfFiveSeedsAreDrawnAsMeansWithStudentsIntervals) {
  for (int depth = 1; depth <= 6; ++depth)
    for (int seed = 0; seed < 5; ++seed) add(depth, seed);
  write();
  const Plot p = plot("fig5");
  ASSERT_EQ(p.panels.size(), 2u);
  const Series& model = p.panels[0].series[0];
  ASSERT_EQ(model.x, (std::vector<double>{1, 2, 3, 4, 5, 6}));
  const double half = 2.7764451051977987 * 0.01 * std::sqrt(0.5);  // t of 4 degrees of freedom at .975
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(model.y[i], double(i + 1) / 10 + 0.02, 1e-12);
    EXPECT_NEAR(model.high[i] - model.y[i], half, 1e-9);
    EXPECT_NEAR(p.panels[1].series[0].y[i], 3 * model.y[i], 1e-12);  // at the last position
  }
  EXPECT_TRUE(model.seeds.empty());
  ASSERT_EQ(p.caption.size(), 1u);
  EXPECT_NE(p.caption[0].find("length 3, "), std::string::npos);
  EXPECT_NE(p.caption[0].find("mean and 95 % interval of 5 seeds"), std::string::npos) << p.caption[0];
}

TEST_F(Depths, OfFourSeedsAreDrawnAsMeansWithTheirSeeds) {
  for (int depth = 1; depth <= 6; ++depth)
    for (int seed = 0; seed < (depth == 6 ? 5 : 4); ++seed) add(depth, seed);
  write();
  const Plot p = plot("fig5");
  const Series& model = p.panels.at(0).series.at(0);
  ASSERT_EQ(model.seeds.size(), 4u) << "the fifth seed is within an interval";
  EXPECT_TRUE(std::isnan(model.low.at(0)) && std::isnan(model.seeds[0].at(5)));
  EXPECT_LT(model.low.at(5), model.y.at(5));
  double sum = 0;
  for (const auto& seed : model.seeds) sum += seed.at(0);
  EXPECT_NEAR(sum / 4, model.y.at(0), 1e-12);
  EXPECT_NE(p.caption.at(0).find("interval of 4 to 5 seeds; of fewer than 5, mean and each seed pale"),
            std::string::npos)
      << p.caption[0];
}

TEST_F(Depths, OfTwoSettingsAreNeverMixed) {
  for (int depth = 1; depth <= 6; ++depth) add(depth, 0, 100);
  for (int depth = 4; depth <= 6; ++depth)
    for (int seed = 0; seed < 5; ++seed) add(depth, seed, 2000);
  write();
  const Holding h = held("fig5");
  EXPECT_TRUE(h.missing.empty());
  EXPECT_EQ(h.chosen[0].chosen_from, "epochs 100, one of 2 settings");
  const Plot drawn = plot("fig5");
  for (const double y : drawn.panels[0].series[0].y) EXPECT_NEAR(std::fmod(10 * y + 1e-9, 1), 0, 1e-6);  // seed 0
  EXPECT_EQ(held("fig5", "epochs = 2000").missing,
            std::vector<std::string>{"augmented (attention = linear) with depth = 1, 2, 3"});
}

TEST_F(Depths, ThePapersSettingIsTakenWhereBothAreWhole) {
  for (int depth = 1; depth <= 6; ++depth) {
    for (int seed = 0; seed < 2; ++seed) add(depth, seed, 100).set("length", std::int64_t{50});
    add(depth, 0, 2000).set("length", std::int64_t{50});
  }
  write();
  EXPECT_EQ(held("fig5").chosen[0].chosen_from, "");
  EXPECT_NE(plot("fig5").caption[0].find("epochs 2000"), std::string::npos);
}

TEST_F(Depths, AParameterThatFollowsFromTheAxisIsNoSetting) {
  for (int depth = 1; depth <= 6; ++depth) add(depth, 0).set("batch", std::int64_t(64 * depth));
  write();
  EXPECT_TRUE(held("fig5").missing.empty());
}

TEST_F(Depths, WhatIsMissingIsSaidAndTheRestCanBeDrawn) {
  add(2, 0);
  write();
  const Holding h = held("fig5");
  EXPECT_TRUE(h.some);
  EXPECT_EQ(h.missing[0], "augmented (attention = linear) with depth = 1, 3, 4, 5, 6");
  EXPECT_FALSE(held("fig10").some);
  EXPECT_EQ(plot("fig5").panels[0].series[0].x, std::vector<double>{2});
}

TEST_F(Depths, OfDisjointSettingsAreNotJoined) {
  for (int depth = 1; depth <= 6; ++depth) add(depth, 0, depth <= 3 ? 100 : 2000);
  write();
  EXPECT_EQ(held("fig5").missing, std::vector<std::string>{"augmented (attention = linear) with depth = 1, 2, 3"});
}

TEST_F(Depths, WhereTwoSettingsAreAsGoodItIsSaid) {
  for (int depth = 1; depth <= 6; ++depth)
    for (const double rate : {1e-3, 2e-3}) add(depth, 0).set("learning_rate", rate);
  write();
  EXPECT_EQ(held("fig5").chosen[0].chosen_from.substr(0, 17), "learning_rate 0.0");
}

TEST_F(Depths, WhatEndedWithoutAResultIsCounted) {
  for (int depth = 1; depth <= 6; ++depth)
    for (int seed = 0; seed < 2; ++seed) add(depth, seed);
  add(7, 0);
  write(Outcome::diverged, 3);  // the second seed of depth 2
  const Plot p = plot("fig5");
  EXPECT_NE(p.caption[0].find("mean of 1 to 2 seeds, each seed pale; 1 diverged, left out"), std::string::npos)
      << p.caption[0];
  EXPECT_NEAR(p.panels[0].series[0].y[1], 0.2, 1e-12);
}

TEST_F(Depths, ThatAllDivergedIsSaidOfWhatIsMissing) {
  add(1, 0);
  write(Outcome::diverged, 0);
  EXPECT_EQ(held("fig5").missing[0], "augmented (attention = linear) with depth = 1, 2, 3, 4, 5, 6 (1 diverged)");
}

TEST_F(Depths, AConditionStaysWithinItsParentheses) {
  add(2, 0);
  write();
  const StoreReader store(path());
  const SqlDatabase database(store);
  for (const char* where : {"1) OR (1", "depth = 1; SELECT 1", "", "colour = 3"})
    EXPECT_THROW(check_where(database, {"augmented"}, where), Error) << where;
  EXPECT_NO_THROW(check_where(database, {"plain", "augmented"}, "depth = 2 -- two"));
  EXPECT_TRUE(held("fig5", "depth = 2 -- two").some);
  EXPECT_FALSE(held("fig10", "1) OR (1").some);
  EXPECT_FALSE(held("fig5", "random() IS NULL").some);
}

const Series& series_of(const Panel& panel, const std::string& label) {
  for (const auto& s : panel.series)
    if (s.label == label) return s;
  throw std::out_of_range("no series " + label);
}

TEST(Figure7, BaselinesThatSeveralExperimentsOfASeedShareCountOnce) {
  SyntheticStore store("plain");
  for (int heads : {1, 4})
    for (int copies : {1, 2})
      for (int seed : {0, 1, 2, 3, 4}) {
        Config& c = store.add();
        c.set("heads", std::int64_t(heads)), c.set("copies", std::int64_t(copies)), c.set("seed", std::int64_t(seed));
        c.set("length", std::int64_t{2});
      }
  store.write([](const Config& c, const std::string& output, std::size_t) {
    return output == "floor_mse" ? 1 + 0.1 * double(c.integer("seed"))
                                 : double(c.integer("heads") * c.integer("copies"));
  });
  const Plot plot = plot_in(store, "fig7");
  const Series& floor = series_of(plot.panels[0], "least squares");
  EXPECT_NEAR(floor.y[0], 1.2, 1e-12);
  EXPECT_NEAR(floor.high[0] - floor.y[0], 2.7764451051977987 * 0.1 * std::sqrt(0.5), 1e-9);
  EXPECT_EQ(series_of(plot.panels[0], "tokens (sₜ, sₜ)").y, (std::vector<double>{2, 8}));
}

TEST(Figure2, DrawsWhatTheStoredLayerAddsOfItsTwoLastTokens) {
  SyntheticStore store("diagonal");
  Config& c = store.add();
  c.set("context", std::string("orthogonal"));
  c.set("dim", std::int64_t{4}), c.set("heads", std::int64_t{2}), c.set("length", std::int64_t{5});
  // The optimum of Prop 6: C consists of blocks of ones, and each used row has p_T = 1, p_{T-1} = −1/2. One entry 3 is
  // added to p_1.
  store.write([](const Config&, const std::string& output, std::size_t e) {
    if (output == "C") return e / 4 / 2 == e % 4 / 2 ? 1.0 : 0.0;
    if (output != "P") return 0.0;
    const std::size_t row = e / 5, token = e % 5;
    return token == row + 1 ? 1.0 : token == row ? -0.5 : row == 3 && token == 0 ? 3.0 : 0.0;
  });
  const double theta = 25 * std::numbers::pi / 180;
  const Plot plot = plot_in(store, "fig2");
  const Series& of_last = series_of(plot.panels[0], "the layer's term in sₜ");
  EXPECT_NEAR(of_last.x[1], 2 * std::cos(theta) * std::cos(theta), 1e-9);
  EXPECT_NEAR(of_last.y[1], 2 * std::cos(theta) * std::sin(theta), 1e-9);
  const Series& before = series_of(plot.panels[0], "the layer's term in sₜ₋₁");
  EXPECT_NEAR(before.x[1] - before.x[0], -1, 1e-9);
  EXPECT_NEAR(before.x[1], std::cos(2 * theta), 1e-9);
  // p_1 adds 3 (λ^{-3} + conjugate) λ^{-3}, relative to s_{T-1}.
  const Series& sum = series_of(plot.panels[0], "the layer's sum, for each pair");
  ASSERT_EQ(sum.x.size(), 2u);
  EXPECT_NEAR(sum.x[0] - std::cos(2 * theta), 3 * 2 * std::cos(3 * theta) * std::cos(3 * theta), 1e-9);
  EXPECT_NEAR(sum.y[0] - std::sin(2 * theta), -3 * 2 * std::cos(3 * theta) * std::sin(3 * theta), 1e-9);
}

TEST(Figure4, HasItsBarsInTheMiddleOfTheStoresBins) {
  SyntheticStore store("text_fit");
  store.add();
  store.write([](const Config&, const std::string& output, std::size_t e) {
    if (output == "log10_mse") return -36 + 0.05 * double(e);
    return output.ends_with("_histogram") && e >= 640 && e < 650 && e != 645 ? double(e) - 639 : 0.0;
  });
  const Series bars = plot_in(store, "fig4").panels[0].series[0];
  ASSERT_EQ(bars.x.size(), 10u);  // without the empty ones at both ends
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_NEAR(bars.x[i], -36 + 0.05 * (640 + double(i)) + 0.025, 1e-9);
    EXPECT_EQ(bars.y[i], i == 5 ? 0 : double(i + 1));
  }
}

TEST(Figure3a, HasOptimaOnlyWithoutNoise) {
  for (const double noise : {0.0, 2.0}) {
    SyntheticStore store("regression");
    for (const char* tokens : {"aligned", "sca"})
      for (const int patch : {1, 2}) {
        Config& c = store.add();
        c.set("tokenization", std::string(tokens)), c.set("attention", std::string("linear"));
        c.set("block", std::string("bare")), c.set("depth", std::int64_t{1}), c.set("heads", std::int64_t{1});
        c.set("patch", std::int64_t(patch)), c.set("noise", noise), c.set("checkpoints", std::int64_t{3});
      }
    store.write([](const Config& c, const std::string& output, std::size_t e) {
      return output == "step" ? 100.0 * double(e + 1) : double(c.integer("patch"));
    });
    const Plot plot = plot_in(store, "covariates-fig3a");
    EXPECT_EQ(series_of(plot.panels[0], "p = 2").y, (std::vector<double>{2, 2, 2}));
    if (noise == 0) {
      EXPECT_NEAR(series_of(plot.panels[0], "optimum of one head").y[0], 2.157, 1e-3);
    } else {
      EXPECT_THROW(series_of(plot.panels[0], "optimum of one head"), std::out_of_range);
      EXPECT_NE(plot.caption[0].find("noise 2"), std::string::npos) << plot.caption[0];
    }
  }
}

/// Two seeds at two learning rates. For sca, 1e-3 has the best mean but not the least error; aligned diverged once at
/// 1e-3; lagged learnt nothing at either rate, interleaved with one seed at 3e-4.
class Rates : public ::testing::Test {
 protected:
  Rates() {
    for (const char* tokens : {"interleaved", "aligned", "lagged", "sca"})
      for (const double rate : {3e-4, 1e-3})
        for (const std::int64_t seed : {0, 1}) {
          Config& c = store_.add();
          c.set("tokenization", std::string(tokens)), c.set("attention", std::string("softmax"));
          c.set("learning_rate", rate), c.set("seed", seed), c.set("checkpoints", std::int64_t{2});
        }
    store_.write(value, Outcome::diverged, 6);  // aligned, 1e-3, seed 0
  }
  static double value(const Config& c, const std::string& output, std::size_t e) {
    const bool fast = c.real("learning_rate") == 1e-3, second = c.integer("seed") == 1;
    if (output == "step") return 100.0 * double(e + 1);
    if (output == "zero_ratio")
      return c.text("tokenization") == "lagged" || (c.text("tokenization") == "interleaved" && second && !fast) ? 0.97
                                                                                                                : 0.1;
    if (output != "validation") return fast ? 1 : 2;
    if (c.text("tokenization") == "sca") return fast ? 3 : (second ? 7 : 2);
    return c.text("tokenization") == "aligned" ? (fast ? 1 : 5) : (fast ? 6 : 4);
  }
  SyntheticStore store_{"regression"};
};

TEST_F(Rates, EachTokenizationIsShownAtItsOwnBest) {
  const Plot plot = plot_in(store_, "covariates-fig2b");
  const auto shown = [&](const char* tokens) { return series_of(plot.panels[0], tokens).y.at(0); };
  EXPECT_EQ(shown("sca"), 1);
  EXPECT_EQ(shown("aligned"), 2);  // a rate at which a seed diverged ranks behind
  EXPECT_EQ(shown("interleaved"), 2);
  EXPECT_EQ(shown("lagged"), 2);
  const std::string& caption = plot.caption.at(0);
  EXPECT_NE(caption.find("learning_rate with the least mean validation over seeds: 0.0003 for tokenization aligned, "
                         "interleaved, lagged; 0.001 for tokenization sca"),
            std::string::npos)
      << caption;
  EXPECT_NE(caption.find("mean of 2 seeds, each seed pale"), std::string::npos) << caption;
}

TEST_F(Rates, ACaptionNamesWhatLearntNothing) {
  const std::string caption = plot_in(store_, "covariates-fig2b").caption.at(0);
  EXPECT_NE(caption.find("; learnt nothing, above 0.95 of predicting zero: tokenization interleaved (1 of 2 runs), "
                         "tokenization lagged;"),
            std::string::npos)
      << caption;
}

TEST_F(Rates, AConditionCanStillTakeOne) {
  const StoreReader store(store_.path());
  const SqlDatabase database(store);
  const Figure& figure = find_figure("covariates-fig2b");
  const Plot plot = plot_of(database, figure, holding(database, figure, {.where = "learning_rate = 1e-3"}));
  EXPECT_EQ(series_of(plot.panels[0], "interleaved").y.at(0), 1);
  EXPECT_EQ(plot.caption.at(0).find("least mean"), std::string::npos) << plot.caption.at(0);
}

TEST(StoreOfAnEarlierProgram, HoldsNothingForFiguresOfColumnsThatItLacks) {
  const TemporaryFolder folder;
  TablePlan plan{make_table(toy_schema()), nullptr, {{identity(toy_schema(), toy_config(1)), toy_config(1)}}, {1}, {}};
  plan.table.task = "augmented";
  for (const char* dimension : {"position", "row", "column"}) plan.table.extents[dimension] = 1;
  create_store(folder.file("s.h5"), {"old", "[sweep]", "test", "gcc", "plain", "now", "none"}, {plan});
  const StoreReader store(folder.file("s.h5"));
  const SqlDatabase database(store);
  const Holding h = holding(database, find_figure("fig5"));
  EXPECT_FALSE(h.some);
  EXPECT_EQ(h.missing, std::vector<std::string>{"augmented, whose table has other columns"});
}

TEST(Figures, HaveNamesOfTheirOwnAndSweepFiles) {
  std::set<std::string> names;
  for (const auto& figure : all_figures()) {
    EXPECT_TRUE(names.insert(figure.name).second) << figure.name;
    EXPECT_FALSE(figure.sweeps.empty()) << figure.name;
    for (const auto& s : figure.selections) EXPECT_NO_THROW(papers_tasks().find(s.task)) << figure.name;
  }
  EXPECT_THROW(find_figure("fig55"), Error);
}

TEST(Figures, NameOnlyWhatTheirTasksHave) {
  for (const auto& figure : all_figures())
    for (const auto& s : figure.selections)
      for (const auto* names : {&s.axes, &s.in_caption})
        for (const auto& name : *names) {
          const Schema& schema = papers_tasks().find(s.task).schema();
          EXPECT_TRUE(schema.find(name) || schema.find_output(name)) << figure.name << ": " << name;
        }
}

TEST(Palette, TellsKindsAndRanksApart) {
  std::set<std::string> kinds, ranks;
  for (std::size_t i = 0; i < 7; ++i) kinds.insert(colour_of_kind(i)), ranks.insert(colour_of_rank(i, 7));
  EXPECT_EQ(kinds.size(), 7u);
  EXPECT_EQ(ranks.size(), 7u);
  EXPECT_EQ(colour_of_rank(0, 1), "#440154");
}

}  // namespace
}  // namespace icsweep
