#include "io/query/importance_answer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "io/schema/schema_builders.hpp"
#include "tests/io/query/table_in_memory.hpp"

namespace icsweep {
namespace {

Schema tuned() {
  return {"toy",
          1,
          {integer("depth", 1).between(1, 9), integer("batch", 64).between(1, 9999), real("rate", 0.1).between(0, 1),
           text("kind", "a"), integer("width", 5).between(1, 9), seed("makes it another")},
          {{"error", "of the result", {}},
           {"curve", "along steps", {{"step", [](const Config&) { return std::int64_t{1}; }}}}}};
}

/// An experiment; batch changes with depth.
struct Made {
  std::int64_t depth;
  double rate;
  std::string kind;
  std::int64_t seed;
  double error;
  Outcome outcome = Outcome::done;
  std::int64_t planned = 1;
};

class AskedImportance : public ::testing::Test {
 protected:
  /// depth + 10 rate + (kind == "b"), twice.
  AskedImportance() {
    for (const std::int64_t depth : {1, 2, 3})
      for (const double rate : {0.1, 0.2})
        for (const char* kind : {"a", "b"})
          for (const std::int64_t seed : {0, 1})
            made.push_back({depth, rate, kind, seed, double(depth) + 10 * rate + (kind[0] == 'b')});
  }

  Row row_of(const Table& table, const Made& m) const {
    Row row;
    for (const auto& c : table.columns)
      row[c.name] = c.kind == ValueType::text      ? Cell(std::string())
                    : c.kind == ValueType::integer ? Cell(std::int64_t{0})
                    : c.dimensions.empty()         ? Cell(0.0)
                                                   : Cell(Array{{1}, {0.0}});
    row["depth"] = m.depth, row["batch"] = 64 * m.depth, row["rate"] = m.rate, row["kind"] = m.kind;
    row["width"] = std::int64_t{5}, row["seed"] = m.seed, row["error"] = m.error;
    row["planned"] = m.planned, row["status"] = std::int64_t(m.outcome);
    return row;
  }
  ImportanceAnswer answer(const ImportanceQuestion& question) const {
    Table table = make_table(tuned());
    table.extents["step"] = 1;
    std::vector<Row> rows;
    for (const auto& m : made) rows.push_back(row_of(table, m));
    std::vector<std::unique_ptr<const StoredTable>> tables;
    tables.push_back(std::make_unique<TableInMemory>(table, rows));
    const Store store({}, std::move(tables));
    return importance_of(SqlDatabase(store), question);
  }
  std::string error(const ImportanceQuestion& question) const {
    try {
      answer(question);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }

  std::vector<Made> made;
};

TEST_F(AskedImportance, NamesParametersThatChangeTogetherOnce) {
  const ImportanceAnswer a = answer({"toy", "error"});
  ASSERT_EQ(a.factors.size(), 3u);
  EXPECT_EQ(effect_name(a.factors, {0}), "depth (batch)");
  EXPECT_EQ(effect_name(a.factors, {1, 2}), "rate × kind");
  EXPECT_EQ(a.experiments, 24u);
  EXPECT_EQ(a.settings, 12u);
  const double depth = 2 / 3.0, rate = 0.25, kind = 0.25, all = depth + rate + kind;
  EXPECT_NEAR(a.variance.effects.at(0).share, depth / all, 1e-12);
  EXPECT_NEAR(a.variance.effects.at(1).share, rate / all, 1e-12);
  EXPECT_NEAR(a.variance.effects.at(2).share, kind / all, 1e-12);
  EXPECT_NEAR(a.variance.seeds, 0, 1e-12);
  EXPECT_TRUE(a.left_out.empty());
}

TEST_F(AskedImportance, LeavesOutWhatIsNotDoneOrNotPlannedAndSaysSo) {
  made.push_back({3, 0.1, "a", 2, 1e9, Outcome::diverged});
  made.push_back({9, 0.1, "a", 0, 1e9, Outcome::done, 0});
  made.push_back({3, 0.1, "a", 3, std::nan(""), Outcome::done});
  const ImportanceAnswer a = answer({"toy", "error"});
  EXPECT_EQ(a.experiments, 24u);
  EXPECT_EQ(a.factors.at(0).levels, 3);
  EXPECT_EQ(a.left_out, (std::vector<std::string>{"toy leaves out 1 diverged, 1 of earlier sweeps (toy_all has them)",
                                                  "1 experiment without a finite error"}));
}

TEST_F(AskedImportance, TakesSqlForMetricAndCondition) {
  EXPECT_NEAR(answer({"toy", "10 * rate + depth * 0"}).variance.effects.at(1).share, 1, 1e-12);
  const ImportanceAnswer a = answer({.task = "toy", .metric = "error", .where = "kind = 'a' OR kind = 'c'"});
  EXPECT_EQ(a.settings, 6u);
  EXPECT_EQ(a.factors.size(), 2u);
}

TEST_F(AskedImportance, RefusesInOneLine) {
  EXPECT_EQ(error({"toi", "error"}), "the store has no task \"toi\", did you mean toy?");
  EXPECT_EQ(error({"toy", "kind"}), "importance: kind is a parameter, name a result");
  EXPECT_EQ(error({"toy", "curve"}),
            "importance: curve has a dimension step, name a number: an experiment's value, or SQL for one");
  EXPECT_EQ(error({"toy", "message"}), "importance: message has texts, name a result of numbers");
  EXPECT_EQ(error({"toy", "eror"}), "toy has no result \"eror\", did you mean error?");
  EXPECT_NE(error({"toy", "eror * 2"}).find("no such column: eror"), std::string::npos);
  EXPECT_NE(error({"toy", "avg(error)"}).find("aggregate"), std::string::npos) << error({"toy", "avg(error)"});
  EXPECT_NE(error({"toy", "error) FROM toy --"}), "");
  EXPECT_EQ(error({"toy", "2"}), "importance: toy: 2 is 2 in all 24 experiments, it varies with nothing");
  EXPECT_EQ(
      error({.task = "toy", .metric = "error", .where = "depth > 7"}),
      "importance: toy where depth > 7: 0 experiments have error, at least 4 of those planned and done are needed");
  EXPECT_EQ(
      error({.task = "toy", .metric = "error + seed", .where = "depth = 1 AND rate = 0.1 AND kind = 'a' OR 0"}),
      "importance: toy where depth = 1 AND rate = 0.1 AND kind = 'a' OR 0: 2 experiments have error + seed, at least "
      "4 of those planned and done are needed");
  made.push_back({2, 0.1, "b", 7, -1e200});
  EXPECT_EQ(error({"toy", "error"}),
            "importance: toy: error has the value -1e+200, whose square is no number; use SQL such as log10(error)");
  made.resize(2);
  made.push_back({1, 0.1, "a", 2, 5});
  made.push_back({1, 0.1, "a", 3, 6});
  EXPECT_EQ(error({"toy", "error + seed"}),
            "importance: toy: no parameter but the seed varies among its 4 experiments, there is nothing to compare");
  EXPECT_EQ(error({.task = "toy", .metric = "error", .part = 1}),
            "importance: --best 1: a share of the settings, between 0 and 1");
}

TEST_F(AskedImportance, PrintsNoNegativeShares) {
  ImportanceAnswer a = answer({"toy", "error"});
  a.variance.effects.at(0).share = -0.03;
  a.variance.effects.at(0).low = -0.05, a.variance.effects.at(0).high = -0.01;
  std::ostringstream table;
  print_table(a, table);
  EXPECT_EQ(table.str().find("-"), std::string::npos) << table.str();
  EXPECT_NE(table.str().find("below its error"), std::string::npos) << table.str();
  EXPECT_NE(table.str().find("above: what changes the metric"), std::string::npos);
}

TEST_F(AskedImportance, PrintsWithin80ColumnsAndAsJson) {
  const ImportanceAnswer a = answer({"toy", "error"});
  std::ostringstream table, json;
  print_table(a, table);
  EXPECT_EQ(table.str().substr(0, table.str().find("\n\n")),
            "error of toy: shares of its variance\n"
            "24 experiments, 12 settings; the product of 3 × 2 × 2 values\n"
            "                              share   95 % interval\n"
            "depth (batch)                57.1 %  57.1 to 57.1 %\n"
            "rate                         21.4 %  21.4 to 21.4 %\n"
            "kind                         21.4 %  21.4 to 21.4 %\n"
            "3 other pairs                 0.0 %\n"
            "rest: interactions of three   0.0 %\n"
            "seeds                         0.0 %");
  print_json(a, json);
  const auto object = nlohmann::json::parse(json.str());
  EXPECT_EQ(object["effects"].size(), 6u);
  EXPECT_EQ(object["effects"][0]["parameters"], nlohmann::json::parse(R"([["depth", "batch"]])"));
  EXPECT_DOUBLE_EQ(object["effects"][0]["low"], object["effects"][0]["high"]) << "without noise";
  EXPECT_EQ(object["best_part"]["best"], 4) << "the second best of twelve has ties";
}

}  // namespace
}  // namespace icsweep
