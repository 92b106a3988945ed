// Figures of stores whose results are known, since the test wrote them.
#include "io/figures/figure.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "io/figures/palette.hpp"
#include "support/temporary_folder.hpp"
#include "support/toy_store.hpp"
#include "tasks/task.hpp"

namespace icsweep {
namespace {

/// augmented of this depth and seed: an error of depth / 10 + seed / 100, at position t of t times that.
class Depths : public ::testing::Test {
 protected:
  Config config(int depth, int seed, int epochs = 2000) const {
    Config c;
    for (const auto& p : schema_.parameters) c.set(p.name, p.standard);
    c.set("depth", std::int64_t(depth));
    c.set("length", std::int64_t{3});
    c.set("seed", std::int64_t(seed));
    c.set("epochs", std::int64_t(epochs));
    return c;
  }
  void add(int depth, int seed, int epochs = 2000) { configs_.push_back(config(depth, seed, epochs)); }
  void write() {
    TablePlan plan{make_table(schema_), nullptr, {}, {}, {}};
    for (const auto& output : schema_.outputs)
      for (const auto& d : output.dimensions) plan.table.extents[d.name] = 3;
    for (const auto& c : configs_) {
      plan.added.push_back({identity(schema_, c), c});
      plan.planned.push_back(1);
    }
    create_store(path(), {"depths", "[sweep]", "test", "gcc", "plain", "now", "none"}, {plan});
    StoreWriter writer(path());
    for (std::size_t i = 0; i < configs_.size(); ++i) {
      Row row = row_without_results(schema_, configs_[i]);
      const double error = double(configs_[i].integer("depth")) / 10 + double(configs_[i].integer("seed")) / 100;
      for (const auto& output : schema_.outputs)
        if (output.dimensions.empty()) row[output.name] = error;
        else row[output.name] = Array{{3}, {error, 2 * error, 3 * error}};
      writer.write("augmented", std::int64_t(i), row, Outcome::done);
    }
    writer.commit();
  }
  std::string path() const { return folder_.file("s.h5"); }
  Holding held(const std::string& name, const std::string& where = "") const {
    const StoreReader store(path());
    return holding(SqlDatabase(store), find_figure(name), where);
  }
  Plot plot(const std::string& name, const std::string& where = "") const {
    const StoreReader store(path());
    const SqlDatabase database(store);
    return plot_of(database, find_figure(name), holding(database, find_figure(name), where));
  }

  const Schema& schema_ = find_task("augmented").schema();
  std::vector<Config> configs_;
  TemporaryFolder folder_;
};

TEST_F(Depths, AreDrawnAsMeansWithStudentsIntervals) {
  for (int depth = 1; depth <= 6; ++depth)
    for (int seed = 0; seed < 3; ++seed) add(depth, seed);
  write();
  const Plot p = plot("fig5");
  ASSERT_EQ(p.panels.size(), 2u);
  const Series& model = p.panels[0].series[0];
  ASSERT_EQ(model.x, (std::vector<double>{1, 2, 3, 4, 5, 6}));
  const double half = 4.302652729749464 * 0.01 / std::sqrt(3);  // t of 2 degrees of freedom at .975
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(model.y[i], double(i + 1) / 10 + 0.01, 1e-12);
    EXPECT_NEAR(model.high[i] - model.y[i], half, 1e-9);
    EXPECT_NEAR(p.panels[1].series[0].y[i], 3 * model.y[i], 1e-12);  // at the last position
  }
  ASSERT_EQ(p.caption.size(), 1u);
  EXPECT_NE(p.caption[0].find("length 3, "), std::string::npos);
  EXPECT_NE(p.caption[0].find("mean and 95 % interval of 3 seeds"), std::string::npos) << p.caption[0];
}

TEST_F(Depths, OfTwoSettingsAreNeverMixed) {
  for (int depth = 1; depth <= 6; ++depth) add(depth, 0, 100);
  for (int depth = 4; depth <= 6; ++depth)
    for (int seed = 0; seed < 5; ++seed) add(depth, seed, 2000);
  write();
  const Holding h = held("fig5");
  EXPECT_TRUE(h.missing.empty());
  EXPECT_EQ(h.chosen[0].chosen_from, "\"epochs\" = 100, one of 2 settings");
  for (const double y : plot("fig5").panels[0].series[0].y)
    EXPECT_NEAR(std::fmod(10 * y + 1e-9, 1), 0, 1e-6);  // seed 0
  EXPECT_EQ(held("fig5", "epochs = 2000").missing,
            std::vector<std::string>{"augmented (attention = linear) with depth = 1, 2, 3"});
}

TEST_F(Depths, ThePapersSettingIsTakenWhereBothAreWhole) {
  for (int depth = 1; depth <= 6; ++depth) {
    for (int seed = 0; seed < 2; ++seed) add(depth, seed, 100);
    add(depth, 0, 2000);
  }
  write();
  EXPECT_EQ(held("fig5").chosen[0].chosen_from, "");
  EXPECT_NE(plot("fig5").caption[0].find("epochs 2000"), std::string::npos);
}

TEST_F(Depths, AParameterThatFollowsFromTheAxisIsNoSetting) {
  for (int depth = 1; depth <= 6; ++depth) {
    add(depth, 0);
    configs_.back().set("batch", std::int64_t(64 * depth));
  }
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

TEST_F(Depths, AConditionThatIsNoneIsRefused) {
  add(2, 0);
  write();
  EXPECT_THROW(held("fig5", "colour = 3"), Error);
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
  EXPECT_THROW(holding(database, find_figure("fig5"), "epochs = 1"), Error);
}

TEST(Figures, HaveNamesOfTheirOwnAndSweepFiles) {
  std::set<std::string> names;
  for (const auto& figure : all_figures()) {
    EXPECT_TRUE(names.insert(figure.name).second) << figure.name;
    EXPECT_FALSE(figure.sweeps.empty()) << figure.name;
    for (const auto& s : figure.selections) EXPECT_NO_THROW(find_task(s.task)) << figure.name;
  }
  EXPECT_THROW(find_figure("fig55"), Error);
}

TEST(Figures, NameOnlyWhatTheirTasksHave) {
  for (const auto& figure : all_figures())
    for (const auto& s : figure.selections)
      for (const auto* names : {&s.axes, &s.told})
        for (const auto& name : *names) {
          const Schema& schema = find_task(s.task).schema();
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
