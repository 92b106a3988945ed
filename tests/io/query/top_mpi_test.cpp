#include "io/query/top.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "io/schema/schema_builders.hpp"
#include "io/base/temporary_folder.hpp"
#include "support/toy_store.hpp"

namespace icsweep {
namespace {

Schema tuned_schema() {
  Schema schema{
      "tuned",
      1,
      {integer("depth", 1).between(1, 9), real("rate", 0.5).between(0, 1), integer("width", 5).between(0, 9),
       seed("", 9)},
      {{"error", "a scalar", {}}, {"curve", "a curve", {{"position", [](const Config&) { return std::int64_t{1}; }}}}}};
  schema.parameters[2].optional = true;
  return schema;
}

struct Tuned {
  std::int64_t depth;
  double rate;
  std::int64_t seed;
  double error;
  Outcome outcome = Outcome::done;
  int planned = 1;
  bool has_width = true;
};

/// Two depths, two rates and two seeds. Depth 2 has the smallest error by luck, depth 1 the smallest mean.
const std::vector<Tuned> all{{1, 0.1, 0, 4}, {1, 0.1, 1, 6}, {1, 0.2, 0, 2},
                             {1, 0.2, 1, 3}, {2, 0.1, 0, 1}, {2, 0.1, 1, 11},
                             {2, 0.2, 0, 7}, {2, 0.2, 1, 7}, {3, 0.1, 0, 0, Outcome::diverged}};

class Top : public ::testing::Test {
 protected:
  Top() { make("s.h5", all); }
  void make(const std::string& name, const std::vector<Tuned>& rows) {
    TablePlan plan{make_table(tuned_schema()), nullptr, {}, {}, {}};
    plan.table.extents["position"] = 1;
    for (const auto& t : rows) {
      Config c;
      c.set("depth", t.depth);
      c.set("rate", t.rate);
      c.set("width", t.has_width ? Value(std::int64_t{5}) : Value(Absent{}));
      c.set("seed", t.seed);
      plan.added.push_back({identity(tuned_schema(), c), c});
      plan.planned.push_back(t.planned);
    }
    identities_ = plan.added;
    create_store(folder_.file(name), {"tuned", "", "test", "gcc", "plain", "now", "none"}, {plan});
    StoreWriter writer(folder_.file(name));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].outcome == Outcome::pending) continue;
      Row row = row_without_results(tuned_schema(), identities_[i].config());
      row["error"] = rows[i].error;
      writer.write("tuned", RowIndex(std::int64_t(i)), row, rows[i].outcome);
    }
    writer.commit();
  }
  std::string short_identity(std::size_t i) const { return identities_[i].identity().substr(0, 8); }
  std::string ask(const TopQuestion& question, QueryFormat format = QueryFormat::csv,
                  const std::string& name = "s.h5") const {
    std::ostringstream out;
    print_top(StoreReader(folder_.file(name)), question, format, out);
    return out.str();
  }
  std::string refusal(const TopQuestion& question) const {
    try {
      ask(question);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }
  TemporaryFolder folder_;
  std::vector<NewRow> identities_;
};

TEST_F(Top, EachValueHasItsBestSettingByTheMeanOverSeeds) {
  const auto rows = nlohmann::json::parse(ask({"tuned", "error", {"depth"}}, QueryFormat::json));
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0]["depth"], 1);
  EXPECT_EQ(rows[0]["rate"], 0.2);
  EXPECT_EQ(rows[0]["n"], 2);
  EXPECT_EQ(rows[0]["mean"], 2.5);
  EXPECT_NEAR(rows[0]["ci95"], 12.7062 / 2, 1e-4);  // of 2 and 3: s/√2 = 1/2, Student's t with 1 degree of freedom
  EXPECT_EQ(rows[0]["best"], 2.0);
  EXPECT_EQ(rows[0]["identity"], short_identity(2));
  EXPECT_EQ(rows[0]["settings"], 2);
  EXPECT_EQ(rows[1]["mean"], 6.0);
  EXPECT_EQ(rows[1]["best"], 1.0);  // the smallest of all, in a setting that is not the best
  EXPECT_EQ(rows[2]["depth"], 3);
  EXPECT_TRUE(rows[2]["mean"].is_null());
  EXPECT_EQ(rows[2]["remark"], "1 diverged");
  EXPECT_FALSE(rows[0].contains("width") || rows[0].contains("seed"));
}

TEST_F(Top, TheLargestTurnsEveryOrder) {
  const auto rows = nlohmann::json::parse(ask({"tuned", "error", {"depth"}, true}, QueryFormat::json));
  EXPECT_EQ(rows[0]["depth"], 2);
  EXPECT_EQ(rows[0]["rate"], 0.2);
  EXPECT_EQ(rows[0]["mean"], 7.0);
  EXPECT_EQ(rows[1]["rate"], 0.1);
  EXPECT_EQ(rows[1]["best"], 6.0);
  EXPECT_EQ(rows[1]["identity"], short_identity(1));
}

TEST_F(Top, SeveralParametersMakeOneValueTogether) {
  EXPECT_EQ(ask({"tuned", "error", {"rate", "depth"}}).substr(0, 76),
            "rate,depth,n,planned,mean,ci95,best,identity,settings,remark\n0.2,1,2,2,2.5,6");
}

TEST_F(Top, WithoutParametersEverySettingHasARow) {
  EXPECT_EQ(ask({"", "error", {}}), ask({"tuned", "error", {"depth", "rate"}}));
  make("one.h5", {{1, 0.1, 0, 5}, {1, 0.1, 1, 7}});
  EXPECT_EQ(ask({"", "error", {}}, QueryFormat::csv, "one.h5"),
            ask({"", "error", {"depth"}}, QueryFormat::csv, "one.h5"));
}

TEST_F(Top, SeedsMakeNoSetting) {
  const auto rows_of = [&](const Schema& schema) {
    TablePlan plan{make_table(schema), nullptr, {}, {}, {}};
    for (const std::int64_t seed : {0, 1}) {
      Config c = default_config(schema);
      c.set("seed", seed);
      plan.added.push_back({identity(schema, c), c});
      plan.planned.push_back(1);
    }
    create_store(folder_.file("seeds.h5"), {"seeds", "", "test", "gcc", "plain", "now", "none"}, {plan});
    return ask({"", "error", {}}, QueryFormat::csv, "seeds.h5");
  };
  const std::vector<Output> outputs{{"error", "a scalar", {}}};
  EXPECT_TRUE(rows_of({"first", 1, {seed("", 9), integer("depth", 1).between(1, 9)}, outputs}).starts_with("depth,n,"));
  std::filesystem::remove(folder_.file("seeds.h5"));
  try {
    rows_of({"alone", 1, {seed("", 9)}, outputs});
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "top: alone has no parameter beside seeds, use icsweep query");
  }
}

TEST_F(Top, AbsentValuesAreNotMixedWithOthers) {
  const auto row = [](std::int64_t seed, double error, bool has_width) {
    return Tuned{1, 0.1, seed, error, Outcome::done, 1, has_width};
  };
  make("absent.h5", {row(0, 1, true), row(1, 3, true), row(0, 7, false), row(1, 9, false)});
  const auto ask_json = [&](const std::vector<std::string>& by) {
    return nlohmann::json::parse(ask({"tuned", "error", by}, QueryFormat::json, "absent.h5"));
  };
  const auto settings = ask_json({});
  ASSERT_EQ(settings.size(), 2u);
  EXPECT_EQ(settings[0]["width"], 5);
  EXPECT_EQ(settings[0]["mean"], 2.0);
  EXPECT_TRUE(settings[1]["width"].is_null());
  EXPECT_EQ(settings[1]["mean"], 8.0);
  const auto best = ask_json({"depth"});
  ASSERT_EQ(best.size(), 1u);
  EXPECT_EQ(best[0]["mean"], 2.0) << "of the better of two settings";
  EXPECT_EQ(best[0]["settings"], 2);
}

TEST_F(Top, ATableSaysWhatItIsTheBestOver) {
  const std::string text = ask({"tuned", "error", {"depth"}}, QueryFormat::table);
  EXPECT_TRUE(
      text.starts_with("error of tuned by depth, smallest first: 8 of 9 planned\n"
                       "tuned leaves out 1 diverged (tuned_all has them)\n"
                       "each with its best rate, by the mean over seeds\n"
                       "settings with missing values rank behind complete ones\n"
                       "depth  rate  n  planned  mean"))
      << text;
  EXPECT_EQ(ask({"tuned", "error", {"depth", "rate"}}, QueryFormat::table).find("each with"), std::string::npos);
}

TEST_F(Top, UnknownNamesAreRefusedWithTheNearest) {
  EXPECT_EQ(refusal({"tund", "error", {"depth"}}), "the store has no task \"tund\", did you mean tuned?");
  EXPECT_EQ(refusal({"tuned", "eror", {"depth"}}), "tuned has no scalar result \"eror\", did you mean error?");
  EXPECT_EQ(refusal({"tuned", "error", {"dept"}}), "tuned has no parameter \"dept\", did you mean depth?");
  EXPECT_EQ(refusal({"tuned", "error", {"depth", "depth"}}), "top: --by names depth twice");
  EXPECT_EQ(refusal({"tuned", "curve", {"depth"}}),
            "top: curve has an axis position, use icsweep query with the table tuned_curve");
}

/// Among the existing seeds, the best means belong to a learning rate that diverged for three seeds of four, and to one
/// whose sweep is half complete.
TEST_F(Top, WhatIsNotCompleteRanksBehindWhatIs) {
  make("half.h5", {{1, 0.1, 0, 5},
                   {1, 0.1, 1, 7},
                   {1, 0.2, 0, 1},
                   {1, 0.2, 1, 9e9, Outcome::diverged},
                   {2, 0.1, 0, 2},
                   {2, 0.1, 1, 0, Outcome::pending},
                   {3, 0.1, 0, 8},
                   {3, 0.1, 1, 8}});
  const auto rows = nlohmann::json::parse(ask({"tuned", "error", {"depth"}}, QueryFormat::json, "half.h5"));
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0]["rate"], 0.1) << "of depth 1: both of its seeds are done";
  EXPECT_EQ(rows[0]["mean"], 6.0);
  EXPECT_EQ(rows[0]["remark"], "");
  EXPECT_EQ(rows[1]["depth"], 3);
  EXPECT_EQ(rows[2]["depth"], 2) << "in spite of its smaller mean";
  EXPECT_EQ(rows[2]["n"], 1);
  EXPECT_EQ(rows[2]["planned"], 2);
  EXPECT_EQ(rows[2]["remark"], "1 pending, one value, no interval");
  const auto by_rate = nlohmann::json::parse(ask({"tuned", "error", {"rate"}}, QueryFormat::json, "half.h5"));
  EXPECT_EQ(by_rate[1]["rate"], 0.2);
  EXPECT_EQ(by_rate[1]["remark"], "1 diverged, one value, no interval");
}

TEST_F(Top, EarlierSweepsAreLeftOutAndCounted) {
  make("two.h5", {{1, 0.1, 0, 1, Outcome::done, 0}, {1, 0.1, 1, 1, Outcome::done, 0}, {1, 0.2, 0, 5}, {1, 0.2, 1, 6}});
  const auto rows = nlohmann::json::parse(ask({"tuned", "error", {"depth"}}, QueryFormat::json, "two.h5"));
  EXPECT_EQ(rows[0]["mean"], 5.5);
  EXPECT_EQ(rows[0]["settings"], 1);
  EXPECT_NE(ask({"tuned", "error", {"depth"}}, QueryFormat::table, "two.h5")
                .find("tuned leaves out 2 of earlier sweeps (tuned_all has them)\n"),
            std::string::npos);
}

TEST_F(Top, TiesAreTold) {
  make("ties.h5", {{1, 0.1, 0, 1}, {1, 0.1, 1, 3}, {1, 0.2, 0, 2}, {1, 0.2, 1, 2}, {1, 0.3, 0, 4}});
  const auto rows = nlohmann::json::parse(ask({"tuned", "error", {"depth"}}, QueryFormat::json, "ties.h5"));
  EXPECT_EQ(rows[0]["remark"], "a tie with 1");
}

TEST_F(Top, SettingsOfFewSeedsCanBeLeftOut) {
  make("few.h5", {{1, 0.1, 0, 1}, {1, 0.2, 0, 5}, {1, 0.2, 1, 6}, {2, 0.1, 0, 1}});
  TopQuestion question{"tuned", "error", {"depth"}};
  question.min_seeds = 2;
  const auto rows = nlohmann::json::parse(ask(question, QueryFormat::json, "few.h5"));
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0]["mean"], 5.5);
}

/// The time of a failed experiment does not measure the time to reach a loss.
TEST_F(Top, SecondsAreThoseOfWhatIsDone) {
  const auto rows = nlohmann::json::parse(ask({"tuned", "seconds", {"depth"}}, QueryFormat::json));
  EXPECT_EQ(rows[2]["depth"], 3);
  EXPECT_EQ(rows[2]["n"], 0);
}

TEST_F(Top, WithoutAnExperimentDoneThereAreNoMeans) {
  create_toy_store(folder_.file("toy.h5"), 2);
  std::ostringstream out;
  print_top(StoreReader(folder_.file("toy.h5")), {"toy", "error", {"length"}}, QueryFormat::csv, out);
  EXPECT_EQ(out.str(),
            "length,rate,n,planned,mean,ci95,best,identity,settings,remark\n1,0,0,1,,,,,1,1 "
            "pending\n2,0.01,0,1,,,,,1,1 pending\n");
}

/// A task with the result zero_ratio, its loss relative to that of predicting zero.
TEST(TopOfTrained, SaysWhichSettingsLearntNothing) {
  Schema schema = tuned_schema();
  schema.outputs.push_back(Output{"zero_ratio", "", {}}.added());
  TemporaryFolder folder;
  TablePlan plan{make_table(schema), nullptr, {}, {}, {}};
  plan.table.extents["position"] = 1;
  const std::vector<double> ratios{0.96, 0.99, 0.95, 0.2, std::nan("")};
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    Config c;
    c.set("depth", std::int64_t(1 + i / 2));
    c.set("rate", 0.5);
    c.set("width", std::int64_t{5});
    c.set("seed", std::int64_t(i % 2));
    plan.added.push_back({identity(schema, c), c});
    plan.planned.push_back(1);
  }
  const auto rows = plan.added;
  create_store(folder.file("s.h5"), {"tuned", "", "test", "gcc", "plain", "now", "none"}, {plan});
  StoreWriter writer(folder.file("s.h5"));
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    Row row = row_without_results(schema, rows[i].config());
    row["error"] = double(i);
    row["zero_ratio"] = ratios[i];
    writer.write("tuned", RowIndex(std::int64_t(i)), row, Outcome::done);
  }
  writer.commit();
  std::ostringstream out;
  print_top(StoreReader(folder.file("s.h5")), {"tuned", "error", {"depth"}}, QueryFormat::json, out);
  const auto answer = nlohmann::json::parse(out.str());
  ASSERT_EQ(answer.size(), 3u);
  EXPECT_EQ(answer[0]["remark"], "2 learnt nothing");
  EXPECT_EQ(answer[1]["remark"], "");
  EXPECT_EQ(answer[2]["remark"], "one value, no interval");
}

}  // namespace
}  // namespace icsweep
