// Plots that a user requests, of stores with known results, which the test wrote.
#include "io/figures/asked_plot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "io/figures/gnuplot.hpp"
#include "support/synthetic_store.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep {
namespace {

/// Rows of augmented: a scalar is depth + seed / 10, and a curve is that times 1, 2, ….
class AskedPlot : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const std::int64_t depth : {1, 2, 4})
      for (const std::int64_t seed : {0, 1})
        for (const char* attention : {"linear", "softmax"}) {
          Config& c = made_.add();
          c.set("depth", depth), c.set("seed", seed), c.set("attention", std::string(attention));
        }
    made_.write([](const Config& c, const std::string&, std::size_t element) {
      return double(element + 1) * (double(c.integer("depth")) + double(c.integer("seed")) / 10) *
             (c.text("attention") == "linear" ? 1 : 100);
    });
  }
  Plot plot(const PlotQuestion& question, const std::string& where = "") const {
    const StoreReader store(made_.path());
    const SqlDatabase database(store);
    const Figure figure = asked_plot(database, question);
    return plot_of(database, figure, holding(database, figure, {.where = where}));
  }
  std::string error(const PlotQuestion& question) const {
    try {
      plot(question);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }

  SyntheticStore made_{"augmented"};
};

TEST_F(AskedPlot, HasALineForEachValueWithMeansAndSeeds) {
  const Plot p = plot({.task = "augmented", .y = "test_mse", .x = "depth", .by = "attention"});
  ASSERT_EQ(p.panels.at(0).series.size(), 2u);
  const Series& linear = p.panels[0].series[0];
  EXPECT_EQ(linear.label, "attention = linear");
  EXPECT_EQ(linear.x, (std::vector<double>{1, 2, 4}));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(linear.y[i], linear.x[i] + 0.05, 1e-12);
  EXPECT_TRUE(linear.low.empty()) << "an interval of two seeds";
  ASSERT_EQ(linear.seeds.size(), 2u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(std::min(linear.seeds[0][i], linear.seeds[1][i]), linear.x[i], 1e-12);
    EXPECT_NEAR(std::max(linear.seeds[0][i], linear.seeds[1][i]), linear.x[i] + 0.1, 1e-12);
  }
  EXPECT_EQ(p.panels[0].x_places, linear.x);
  EXPECT_NEAR(p.panels[0].series[1].y[0], 105, 1e-9);
  EXPECT_NE(p.caption.at(0).find("mean of 2 seeds, each seed pale"), std::string::npos) << p.caption[0];
}

TEST_F(AskedPlot, DrawsOneSettingOfWhatItDoesNotVary) {
  const Plot p = plot({.task = "augmented", .y = "test_mse", .x = "depth"}, "attention = 'softmax'");
  ASSERT_EQ(p.panels.at(0).series.size(), 1u);
  EXPECT_NEAR(p.panels[0].series[0].y[0], 105, 1e-9);
  const Plot chosen = plot({.task = "augmented", .y = "test_mse", .x = "depth"});
  for (const double y : chosen.panels.at(0).series.at(0).y)
    EXPECT_TRUE(y < 10 || y > 100) << y << " is of both settings";
}

TEST_F(AskedPlot, ShowsTheBestSettingTheMedianOrAll) {
  PlotQuestion q{.task = "augmented", .y = "test_mse", .x = "depth"};
  const Plot best = plot(q);
  EXPECT_NEAR(best.panels.at(0).series.at(0).y.at(0), 1.05, 1e-9) << "linear has the least error";
  EXPECT_NE(best.caption.at(0).find("attention linear"), std::string::npos) << best.caption[0];
  EXPECT_NE(best.caption.at(0).find("the best of 2 settings by test_mse"), std::string::npos) << best.caption[0];
  q.largest = true;
  EXPECT_NEAR(plot(q).panels.at(0).series.at(0).y.at(0), 105, 1e-9);
  q.largest = false, q.rule = SettingRule::median;
  EXPECT_NE(plot(q).caption.at(0).find("the median of 2 settings by test_mse"), std::string::npos);
  q.rule = SettingRule::all;
  const Plot all = plot(q);
  ASSERT_EQ(all.panels.at(0).series.size(), 2u);
  EXPECT_TRUE(all.panels[0].series[0].seeds.empty());
  EXPECT_NEAR(all.panels[0].series[1].y.at(0), 105, 1e-9);
  EXPECT_NE(all.caption.at(0).find("each of 2 settings of attention"), std::string::npos) << all.caption[0];
  EXPECT_EQ(all.panels[0].series[0].style, Style::guide);
  EXPECT_EQ(plot(q, "depth = 2").panels.at(0).series.at(0).style, Style::points) << "one point is no line";
}

/// A parameter that some experiments do not have, as with a condition in the sweep.
class PlotOfAbsentValues : public ::testing::Test {
 protected:
  PlotOfAbsentValues() {
    Schema schema{"toy",
                  1,
                  {integer("size", 1).between(1, 9), integer("layers", 1).between(1, 9), seed("", 9)},
                  {{"error", "", {}}}};
    schema.parameters[1].optional = true;
    TablePlan plan{make_table(schema), nullptr, {}, {}, {}};
    std::vector<double> errors;
    for (const std::int64_t size : {1, 2})
      for (const std::int64_t layers : {0, 2, 4}) {  // 0: absent, the best
        Config c = default_config(schema);
        c.set("size", size), c.set("layers", layers == 0 ? Value(Absent{}) : Value(layers));
        plan.added.push_back({identity(schema, c), c});
        plan.planned.push_back(1);
        errors.push_back(double(10 * size + layers));
      }
    create_store(folder_.file("s.h5"), {"absent", "", "test", "gcc", "plain", "now", "none"}, {plan});
    StoreWriter writer(folder_.file("s.h5"));
    for (std::size_t i = 0; i < errors.size(); ++i) {
      Row row = row_without_results(schema, plan.added[i].config());
      row["error"] = errors[i];
      writer.write("toy", RowIndex(std::int64_t(i)), row, Outcome::done);
    }
    writer.commit();
  }
  TemporaryFolder folder_;
};

TEST_F(PlotOfAbsentValues, TheBestSettingMayLackAParameter) {
  const StoreReader store(folder_.file("s.h5"));
  const SqlDatabase database(store);
  const Figure figure = asked_plot(database, {.task = "toy", .y = "error", .x = "size"});
  const Holding held = holding(database, figure, {});
  const Plot p = plot_of(database, figure, held);
  ASSERT_EQ(p.panels.at(0).series.size(), 1u);
  EXPECT_EQ(p.panels[0].series[0].y, (std::vector<double>{10, 20}));
  EXPECT_EQ(held.chosen.at(0).chosen_from, "layers none, the best of 3 settings by error");
}

/// As after a search: each attention has its own best rate, and other rates have few depths or seeds.
class PlotOfASearch : public AskedPlot {
 protected:
  void SetUp() override {
    const auto add = [&](const char* attention, double rate, std::int64_t depth) {
      Config& c = made_.add();
      c.set("attention", std::string(attention)), c.set("learning_rate", rate), c.set("depth", depth);
    };
    for (const std::int64_t depth : {1, 2, 4}) add("linear", .01, depth), add("softmax", .03, depth);
    for (const std::int64_t depth : {1, 2}) add("linear", .001, depth), add("softmax", .001, depth);
    made_.write([](const Config& c, const std::string&, std::size_t) { return c.real("learning_rate"); });
  }
};

TEST_F(PlotOfASearch, HasTheBestSettingOfEachLine) {
  PlotQuestion q{.task = "augmented", .y = "test_mse", .x = "depth", .by = "attention"};
  const Plot p = plot(q);
  const auto& lines = p.panels.at(0).series;
  ASSERT_EQ(lines.size(), 2u) << "no line vanishes";
  for (std::size_t line = 0; line < 2; ++line) {
    EXPECT_EQ(lines[line].x, (std::vector<double>{1, 2, 4})) << "the setting with the most points";
    for (const double y : lines[line].y) EXPECT_DOUBLE_EQ(y, line == 0 ? .01 : .03);
  }
  EXPECT_NE(p.caption.at(0).find("of each line the best of 3 settings by test_mse: learning_rate 0.01 for attention "
                                 "linear; 0.03 for attention softmax"),
            std::string::npos)
      << p.caption[0];
  EXPECT_EQ(plot({.task = "augmented", .y = "test_mse", .x = "depth"}, "attention = 'softmax'").panels[0].series.size(),
            1u);
}

TEST_F(PlotOfASearch, HasOneSettingIfItIsBestForEveryLine) {
  const Plot p = plot({.task = "augmented", .y = "test_mse", .x = "depth", .by = "attention"}, "depth < 4");
  ASSERT_EQ(p.panels.at(0).series.size(), 2u);
  for (const auto& line : p.panels[0].series) EXPECT_EQ(line.y, (std::vector<double>{.001, .001}));
  EXPECT_NE(p.caption.at(0).find("; the best of 3 settings by test_mse"), std::string::npos) << p.caption[0];
}

TEST_F(AskedPlot, NamesInTheCaptionWhatAConditionFixes) {
  const Plot p = plot({.task = "augmented", .y = "test_mse", .x = "depth"}, "attention = 'linear'");
  EXPECT_NE(p.caption.at(0).find("attention linear"), std::string::npos) << p.caption[0];
}

TEST_F(AskedPlot, TakesSqlForBothAxesAndTextsForNames) {
  PlotQuestion q{.task = "augmented", .y = "test_mse / depth", .x = "2.0 * depth", .by = "attention"};
  q.texts = {.title = "", .y_label = "ratio", .names = {{"attention", "kind"}}};
  const Plot p = plot(q);
  const Panel& panel = p.panels.at(0);
  ASSERT_EQ(panel.series.size(), 2u);
  EXPECT_EQ(panel.series[0].x, (std::vector<double>{2, 4, 8})) << "depth varies within the plot";
  EXPECT_NEAR(panel.series[0].y.at(0), 1.05, 1e-9);
  EXPECT_EQ(panel.series[0].label, "kind = linear");
  EXPECT_EQ(panel.y_label, "ratio");
  EXPECT_EQ(panel.x_label, "2.0 * depth");
  EXPECT_EQ(p.title, "");
  EXPECT_NE(error({.task = "augmented", .y = "test_mse / dept", .x = "depth"}).find("did you mean depth?"),
            std::string::npos);
  EXPECT_NE(error({.task = "augmented", .y = "avg(test_mse)", .x = "depth"}), "");
}

TEST_F(AskedPlot, ByTwoParametersHasColoursAndMarkers) {
  const Plot p = plot({.task = "augmented", .y = "test_mse", .x = "seed", .by = "depth", .marker = "attention"});
  ASSERT_EQ(p.panels.at(0).series.size(), 6u);
  EXPECT_EQ(p.panels[0].series[1].marker, 1);
  EXPECT_EQ(p.panels[0].series[0].colour, p.panels[0].series[1].colour);
  ASSERT_EQ(p.keys.size(), 5u);
  EXPECT_EQ(p.keys[0].label, "depth = 1");
  EXPECT_EQ(p.keys[4].label, "attention = softmax");
  EXPECT_NE(gnuplot_script(p, ImageFormat::svg).find("pt 5"), std::string::npos);
  EXPECT_NE(error({.task = "augmented", .y = "test_mse", .x = "seed", .by = "depth", .marker = "depth"}).find("twice"),
            std::string::npos);
}

TEST(AskedPlotColours, OfMoreThanSixOrderedValuesAreABar) {
  SyntheticStore made("augmented");
  for (const int epochs : {1, 2, 3, 5, 10, 20, 40})
    for (const int depth : {1, 2}) {
      Config& c = made.add();
      c.set("depth", std::int64_t(depth)), c.set("epochs", std::int64_t(epochs));
    }
  made.write([](const Config& c, const std::string&, std::size_t) { return double(c.integer("depth")); });
  const StoreReader store(made.path());
  const SqlDatabase database(store);
  const Figure figure = asked_plot(database, {.task = "augmented", .y = "test_mse", .x = "depth", .by = "epochs"});
  const Plot p = plot_of(database, figure, holding(database, figure));
  ASSERT_TRUE(p.colours);
  EXPECT_TRUE(p.colours->logarithmic);
  ASSERT_EQ(p.panels.at(0).series.size(), 7u);
  EXPECT_EQ(p.panels[0].series[0].label, "");
  EXPECT_EQ(p.panels[0].series[0].colour, colour_of_share(0));
  EXPECT_EQ(p.panels[0].series[6].colour, colour_of_share(1));
  EXPECT_NE(gnuplot_script(p, ImageFormat::svg).find("set cblabel 'epochs'"), std::string::npos);
}

TEST_F(AskedPlot, DrawsACurveAlongItsDimension) {
  const Plot p = plot({.task = "augmented", .y = "position_mse", .by = "depth"}, "attention = 'linear'");
  ASSERT_EQ(p.panels.at(0).series.size(), 3u);
  const Series& one = p.panels[0].series[0];
  EXPECT_EQ(one.label, "depth = 1");
  EXPECT_EQ(one.x.at(0), 1);
  for (std::size_t i = 0; i < one.x.size(); ++i) EXPECT_NEAR(one.y[i], 1.05 * double(i + 1), 1e-9);
}

TEST_F(AskedPlot, EachTextHasAPlaceWithPointsBesideEachOther) {
  const Plot p = plot({.task = "augmented", .y = "test_mse", .x = "attention", .by = "depth"});
  const Panel& panel = p.panels.at(0);
  EXPECT_EQ(panel.x_names, (std::vector<std::string>{"linear", "softmax"}));
  ASSERT_EQ(panel.series.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const Series& s = panel.series[i];
    EXPECT_EQ(s.style, Style::points);
    for (std::size_t text = 0; text < 2; ++text)
      EXPECT_NEAR(s.x.at(text), double(text) + 0.15 * (double(i) - 1), 1e-12);
    EXPECT_NEAR(s.y[1], 100 * s.y[0], 1e-9);
  }
  const std::string script = gnuplot_script(p, ImageFormat::svg);
  EXPECT_NE(script.find("('linear' 0, 'softmax' 1)"), std::string::npos) << script;
  EXPECT_NE(script.find("set xrange [-0.5:1.5]"), std::string::npos) << script;
}

TEST_F(AskedPlot, EachTextHasItsBestSetting) {
  const Plot p = plot({.task = "augmented", .y = "iif(attention = 'linear', test_mse, -test_mse)", .x = "attention"});
  const Series& s = p.panels.at(0).series.at(0);
  EXPECT_EQ(s.x, (std::vector<double>{0, 1}));
  EXPECT_NEAR(s.y.at(0), 1.05, 1e-9);  // depth 1
  EXPECT_NEAR(s.y.at(1), -405, 1e-9);  // depth 4
}

TEST_F(AskedPlot, OfTwoParametersIsAHeatMapOfMeans) {
  const Plot p = plot({.task = "augmented", .y = "test_mse", .x = "depth", .down = "attention", .log_y = true});
  const Panel& panel = p.panels.at(0);
  EXPECT_EQ(panel.kind, PanelKind::matrix);
  EXPECT_EQ(panel.x_names, (std::vector<std::string>{"1", "2", "4"}));
  EXPECT_EQ(panel.y_names, (std::vector<std::string>{"softmax", "linear"})) << "upwards";
  EXPECT_EQ(panel.matrix.colours, Colours::logarithmic);
  const std::vector<double> means{105, 205, 405, 1.05, 2.05, 4.05};
  ASSERT_EQ(panel.matrix.values.size(), means.size());
  for (std::size_t i = 0; i < means.size(); ++i) EXPECT_NEAR(panel.matrix.values[i], means[i], 1e-9) << i;
  EXPECT_NE(p.caption.at(0).find("mean of 2 seeds"), std::string::npos) << p.caption[0];
  EXPECT_NE(gnuplot_script(p, ImageFormat::svg).find("set logscale cb"), std::string::npos);
}

TEST_F(AskedPlot, HasMediansIfAsked) {
  const Plot p =
      plot({.task = "augmented", .y = "position_mse", .quartiles = true}, "attention = 'linear' AND depth = 1");
  const Series& s = p.panels.at(0).series.at(0);
  for (std::size_t i = 0; i < s.x.size(); ++i) {  // seeds give 1 and 1.1 times the position
    EXPECT_NEAR(s.y[i], 1.05 * double(i + 1), 1e-9);
    EXPECT_NEAR(std::max(s.seeds.at(0)[i], s.seeds.at(1)[i]), 1.1 * double(i + 1), 1e-9);
  }
  EXPECT_NE(p.caption.at(0).find("median of 2 seeds, each seed pale"), std::string::npos) << p.caption[0];
}

TEST_F(AskedPlot, OfAFrontHasASettingAPointAndNotesTheBest) {
  const Plot p = plot({.task = "augmented", .y = "seconds", .x = "test_mse", .by = "attention", .front = true});
  const Panel& panel = p.panels.at(0);
  ASSERT_EQ(panel.series.size(), 3u);  // linear, softmax, the front
  EXPECT_EQ(panel.series[0].label, "attention = linear");
  EXPECT_EQ(panel.series[0].x.size(), 3u);
  ASSERT_EQ(p.notes.size(), 1u) << "all take one second";
  EXPECT_EQ(p.notes[0], "front: test_mse 1.05, seconds 1: depth = 1, attention = linear");
}

/// Four depths with two seeds: one of depth 1 diverged, one of depth 2 is infinite, one of depth 4 is NaN.
/// Two rates of three seeds. Of the larger rate one seed survives, with a smaller error.
class PlotOfSurvivors : public ::testing::Test {
 protected:
  Plot plot(const PlotQuestion& question, Outcome outcome, double error) {
    SyntheticStore made{"augmented"};
    std::vector<SyntheticStore::Fate> fates;
    for (const double rate : {0.01, 0.1})
      for (const std::int64_t seed : {0, 1, 2}) {
        Config& c = made.add();
        c.set("learning_rate", rate), c.set("seed", seed);
        fates.push_back({.outcome = rate > 0.05 && seed > 0 ? outcome : Outcome::done});
      }
    made.write(
        [&](const Config& c, const std::string&, std::size_t) {
          if (c.real("learning_rate") < 0.05) return 3.0 + double(c.integer("seed"));
          return c.integer("seed") > 0 ? error : 1.0;
        },
        fates);
    const StoreReader store(made.path());
    const SqlDatabase database(store);
    const Figure figure = asked_plot(database, question);
    const Holding held = holding(database, figure);
    chosen_from_ = held.chosen.at(0).chosen_from;
    return plot_of(database, figure, held);
  }
  std::string chosen_from_;
};

TEST_F(PlotOfSurvivors, AreNotTheBestSetting) {
  for (const auto& [outcome, error] : {std::pair(Outcome::failed, 0.0),
                                       {Outcome::diverged, 0.0},
                                       {Outcome::pending, 0.0},
                                       {Outcome::done, std::nan("")},
                                       {Outcome::done, std::numeric_limits<double>::infinity()}}) {
    const Plot p = plot({.task = "augmented", .y = "test_mse", .x = "depth"}, outcome, error);
    EXPECT_EQ(p.panels.at(0).series.at(0).y, std::vector<double>{4}) << name_of(outcome) << ' ' << error;
    EXPECT_EQ(chosen_from_, "learning_rate 0.01, the best of 2 settings by test_mse");
  }
}

TEST_F(PlotOfSurvivors, ACaptionCountsSeedsWithValues) {
  const auto caption = [&](const PlotQuestion& q) { return plot(q, Outcome::done, std::nan("")).caption.at(0); };
  EXPECT_NE(caption({.task = "augmented", .y = "test_mse", .x = "learning_rate"}).find("mean of 1 to 3 seeds"),
            std::string::npos);
  const Plot all = plot({.task = "augmented", .y = "test_mse", .x = "learning_rate"}, Outcome::done, 1);
  EXPECT_NE(all.caption.at(0).find("mean of 3 seeds"), std::string::npos) << all.caption[0];
}

TEST_F(PlotOfSurvivors, ALogarithmicAxisReportsWhatItCannotShow) {
  const Plot p = plot(
      {.task = "augmented", .y = "test_mse - 1", .x = "seed", .log_x = true, .log_y = true, .rule = SettingRule::all},
      Outcome::done, 2);
  EXPECT_EQ(p.notes,
            (std::vector<std::string>{
                "left out: 2 experiments with seed at or below 0, which a logarithmic axis cannot show",
                "left out: 1 experiment with test_mse - 1 at or below 0, which a logarithmic axis cannot show"}));
}

TEST_F(AskedPlot, ALineWithoutValuesIsCounted) {
  SyntheticStore made{"augmented"};
  for (const char* attention : {"linear", "softmax"}) made.add().set("attention", std::string(attention));
  made.write([](const Config& c, const std::string&, std::size_t) {
    return c.text("attention") == "linear" ? 1 : std::nan("");
  });
  const StoreReader store(made.path());
  const SqlDatabase database(store);
  const Figure figure = asked_plot(database, {.task = "augmented", .y = "loss", .by = "attention"});
  EXPECT_EQ(plot_of(database, figure, holding(database, figure)).notes,
            std::vector<std::string>{"left out: 1 experiment without a finite loss"});
}

TEST_F(AskedPlot, TheEighthLineHasAnotherMarker) {
  SyntheticStore made{"text_fit"};
  for (const char* text : {"a", "b", "c", "d", "e", "f", "g", "h"}) made.add().set("text", std::string(text));
  made.write([](const Config&, const std::string&, std::size_t) { return 1.0; });
  const StoreReader store(made.path());
  const SqlDatabase database(store);
  const Figure figure = asked_plot(database, {.task = "text_fit", .y = "ratio", .x = "dim", .by = "text"});
  const Plot p = plot_of(database, figure, holding(database, figure));
  const auto& lines = p.panels.at(0).series;
  ASSERT_EQ(lines.size(), 8u);
  EXPECT_EQ(lines[0].colour, lines[7].colour);
  EXPECT_NE(lines[0].marker, lines[7].marker);
}

class PlotOfFaults : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const std::int64_t depth : {1, 2, 4, 6})
      for (const std::int64_t seed : {0, 1}) {
        Config& c = made_.add();
        c.set("depth", depth), c.set("seed", seed);
      }
    made_.write(
        [](const Config& c, const std::string&, std::size_t) {
          const auto depth = c.integer("depth");
          if (c.integer("seed") == 1 && depth == 2) return std::numeric_limits<double>::infinity();
          return c.integer("seed") == 1 && depth == 4 ? std::nan("") : double(depth);
        },
        Outcome::diverged, 1);
  }
  Plot plot(const PlotQuestion& question) const {
    const StoreReader store(made_.path());
    const SqlDatabase database(store);
    const Figure figure = asked_plot(database, question);
    return plot_of(database, figure, holding(database, figure));
  }

  SyntheticStore made_{"augmented"};
};

TEST_F(PlotOfFaults, CountsNaNAndInfiniteResultsAsLeftOut) {
  for (const PlotQuestion& q : {PlotQuestion{.task = "augmented", .y = "test_mse", .x = "depth"},
                                PlotQuestion{.task = "augmented", .y = "test_mse", .x = "depth", .down = "length"}}) {
    const Plot p = plot(q);
    ASSERT_EQ(p.notes, std::vector<std::string>{"left out: 2 experiments without a finite test_mse"});
    EXPECT_EQ(p.caption.back(), p.notes[0]);
  }
  const Plot p = plot({.task = "augmented", .y = "test_mse", .x = "depth"});
  EXPECT_EQ(p.panels.at(0).series.at(0).y, (std::vector<double>{1, 2, 4, 6})) << "means of the finite ones";
  const Plot curve = plot({.task = "augmented", .y = "position_mse", .by = "depth"});
  EXPECT_EQ(curve.notes, std::vector<std::string>{"left out: 2 experiments without a finite position_mse"});
}

TEST_F(PlotOfFaults, CountsWhatHasNoFinitePlaceAsLeftOut) {
  const Plot p = plot({.task = "augmented", .y = "seconds", .x = "test_mse", .by = "depth"});
  EXPECT_EQ(p.notes, std::vector<std::string>{"left out: 2 experiments without a finite test_mse"});
  EXPECT_EQ(p.panels.at(0).series.at(1).x, std::vector<double>{2}) << "of depth 2, whose other one is infinite";
  const Plot curve = plot({.task = "augmented", .y = "loss", .x = "epoch", .by = "depth"});
  EXPECT_EQ(curve.notes, (std::vector<std::string>{"left out: 2 experiments without a finite epoch",
                                                   "left out: 2 experiments without a finite loss"}));
  for (const double x : curve.panels.at(0).series.at(1).x) EXPECT_EQ(x, 2);
}

TEST_F(PlotOfFaults, PutsSettingsWithMissingSeedsOnNoFront) {
  const Plot p = plot({.task = "augmented", .y = "seconds", .x = "test_mse", .front = true});
  EXPECT_EQ(p.notes, (std::vector<std::string>{"3 settings with missing values cannot be on the front",
                                               "front: test_mse 6, seconds 1: depth = 6",
                                               "left out: 2 experiments without a finite test_mse"}));
  const auto& series = p.panels.at(0).series;
  ASSERT_EQ(series.at(1).label, "values missing");
  EXPECT_EQ(series[1].x, (std::vector<double>{1, 2, 4}));
}

TEST_F(AskedPlot, RefusesWhatItCannotDrawInOneLine) {
  EXPECT_EQ(error({.task = "augmente", .y = "test_mse"}),
            "the store has no task \"augmente\", did you mean augmented?");
  EXPECT_EQ(error({.task = "augmented", .y = "test_msee", .x = "depth"}),
            "plot: --y: augmented has no column \"test_msee\", did you mean test_mse?");
  EXPECT_TRUE(error({.task = "", .y = ""})
                  .starts_with("plot: say what with --y RESULT or --pareto RESULT,RESULT; augmented has train_mse, "));
  EXPECT_TRUE(error({.task = "", .y = "test_mse", .x = "zzzz"})
                  .starts_with("plot: --x: augmented has no column \"zzzz\"; it has depth, dim, "));
  EXPECT_EQ(error({.task = "augmented", .y = "test_mse"}),
            "plot: --y test_mse: is one number, name the horizontal axis with --x");
  EXPECT_EQ(error({.task = "augmented", .y = "test_mse", .x = "attention", .log_x = true}),
            "plot: --x attention: has texts, --log x needs numbers");
  EXPECT_EQ(error({.task = "augmented", .y = "test_mse", .x = "message"}),
            "plot: --x message: has texts and is not a parameter");
  EXPECT_EQ(error({.task = "augmented", .y = "position_mse", .x = "depth"}),
            "plot: --x depth: is one number and y a curve, leave --x out");
  EXPECT_EQ(error({.task = "augmented", .y = "position_mse / test_mse", .x = "depth"}),
            "plot: --y position_mse / test_mse: position_mse is a curve, and an expression takes one number per "
            "experiment; draw position_mse alone, or compute in icsweep query with the table augmented_position_mse");
  EXPECT_EQ(error({.task = "augmented", .y = "position_mse", .x = "log10(position)"}),
            "plot: --x log10(position): position is the dimension of position_mse, leave --x out or use --log x");
  EXPECT_EQ(error({.task = "augmented", .y = "position_mse", .x = "2 * depth"}),
            "plot: --x 2 * depth: is an expression and y a curve, leave --x out");
  EXPECT_EQ(error({.task = "augmented", .y = "test_mse", .x = "depth", .by = "gd_mse"}),
            "plot: --by gd_mse: is not a parameter");
  EXPECT_EQ(error({.task = "augmented", .y = "position_mse", .x = "depth", .down = "attention"}),
            "plot: --y position_mse: is a curve, a heat map needs a number");
  EXPECT_EQ(error({.task = "augmented", .y = "test_mse", .x = "depth", .down = "depth"}),
            "plot: --x depth: is named twice");
  EXPECT_EQ(error({.task = "augmented", .y = "depth", .x = "test_mse", .front = true}),
            "plot: --pareto depth: name two results that are numbers");
}

}  // namespace
}  // namespace icsweep
