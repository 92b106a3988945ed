#include "io/query/top_front.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "io/schema/schema_builders.hpp"
#include "tests/io/query/table_in_memory.hpp"

namespace icsweep {
namespace {

TEST(TopFront, AMetricOfTheCommandLineHasItsDirection) {
  const auto metrics = front_metrics("error,score:largest", false);
  ASSERT_EQ(metrics.size(), 2u);
  EXPECT_EQ(metrics[0].with("less", "more") + ", " + metrics[1].with("less", "more"), "less error, more score");
  EXPECT_TRUE(front_metrics("error", true)[0].largest);
  EXPECT_TRUE(front_metrics("", false).empty());
}

struct ToyRow {
  std::int64_t depth, seed;
  double error, cost;
  Outcome outcome = Outcome::done;
};

Store store_of(const std::vector<ToyRow>& rows) {
  const Schema schema{"toy",
                      1,
                      {integer("depth", 1).between(1, 9), seed("makes it another")},
                      {{"error", "of the result", {}}, {"cost", "of the result", {}}}};
  const Table table = make_table(schema);
  std::vector<Row> cells;
  for (const auto& r : rows) {
    Row row;
    for (const auto& c : table.columns)
      row[c.name] = c.kind == ValueType::text      ? Cell(std::string())
                    : c.kind == ValueType::integer ? Cell(std::int64_t{0})
                                                   : Cell(0.0);
    row["identity"] = std::to_string(r.depth) + std::to_string(r.seed);
    row["depth"] = r.depth, row["seed"] = r.seed, row["error"] = r.error, row["cost"] = r.cost;
    row["planned"] = std::int64_t{1}, row["status"] = std::int64_t(r.outcome);
    cells.push_back(row);
  }
  std::vector<std::unique_ptr<const StoredTable>> tables;
  tables.push_back(std::make_unique<TableInMemory>(table, cells));
  return Store({}, std::move(tables));
}

const std::vector<FrontQuestion::Metric> both{{"error"}, {"cost"}};

nlohmann::json front(const Store& store, const FrontQuestion& q) {
  std::ostringstream out;
  print_front(store, q, QueryFormat::json, out);
  return nlohmann::json::parse(out.str());
}
std::vector<int> depths(const nlohmann::json& rows) {
  std::vector<int> all;
  for (const auto& row : rows) all.push_back(row["depth"]);
  return all;
}
std::string table_text(const Store& store, const FrontQuestion& q) {
  std::ostringstream out;
  print_front(store, q, QueryFormat::table, out);
  return out.str();
}

TEST(TopFront, HasSettingsThatNoneBeatsInTheMeansOverSeeds) {
  const Store store = store_of({{1, 0, 4, 1}, {1, 1, 2, 1}, {2, 0, 2, 2}, {2, 1, 2, 2}, {3, 0, 5, 3}, {3, 1, 1.5, 3}});
  const auto rows = front(store, {"toy", both, {}});
  EXPECT_EQ(depths(rows), (std::vector<int>{2, 1})) << "3 has the least error of one seed alone";
  EXPECT_TRUE(rows[0]["n"] == 2 && rows[0]["planned"] == 2 && rows[0]["error"] == 2.0 && rows[0]["cost"] == 2.0);
  EXPECT_EQ(rows[1]["error"], 3.0);
  EXPECT_GT(rows[1]["ci95_error"].get<double>(), 1.0);
}

TEST(TopFront, EachMetricHasItsDirection) {
  const Store store = store_of({{1, 0, 1, 1}, {2, 0, 2, 2}, {3, 0, 2, 1}});
  EXPECT_EQ(depths(front(store, {"toy", {{"error"}, {"cost", true}}, {}})), (std::vector<int>{1, 2}));
  EXPECT_EQ(depths(front(store, {"toy", {{"error", true}, {"cost"}}, {}})), (std::vector<int>{3}));
}

TEST(TopFront, SettingsWithUnfinishedSeedsAreOnItOnlyIfAllHaveSome) {
  const Store some = store_of({{1, 0, 1, 1}, {1, 1, 0, 0, Outcome::diverged}, {2, 0, 2, 2}, {2, 1, 2, 2}});
  EXPECT_EQ(depths(front(some, {"toy", both, {}})), std::vector<int>{2});
  EXPECT_NE(table_text(some, {"toy", both, {}}).find("1 setting with missing values cannot be on the front"),
            std::string::npos);
  const Store all =
      store_of({{1, 0, 1, 1}, {1, 1, 0, 0, Outcome::pending}, {2, 0, 2, 2}, {2, 1, 0, 0, Outcome::failed}});
  EXPECT_EQ(depths(front(all, {"toy", both, {}})), std::vector<int>{1});
  EXPECT_NE(table_text(all, {"toy", both, {}}).find("the front is of their means so far"), std::string::npos);
}

TEST(TopFront, AResultThatIsNotFiniteIsNoneAndAnEmptyFrontIsPrinted) {
  const Store store = store_of({{1, 0, NAN, 1}, {2, 0, 1, INFINITY}});
  EXPECT_TRUE(front(store, {"toy", both, {}}).empty());
  EXPECT_EQ(table_text(store, {"toy", both, {}}).substr(0, 60),
            "smallest error, smallest cost of toy: 0 of 0 settings beaten");
  EXPECT_NE(table_text(store, {"toy", both, {}}).find("\n2 settings without any value are left out\n"),
            std::string::npos);
}

TEST(TopFront, OfEachValueOfByThereIsOne) {
  const Store store = store_of({{1, 0, 1, 1}, {2, 0, 2, 2}});
  EXPECT_EQ(depths(front(store, {"toy", both, {"depth"}})), (std::vector<int>{1, 2}));
}

TEST(TopFront, MistakesAreRefused) {
  const Store store = store_of({{1, 0, 1, 1}});
  const auto error = [&](std::vector<FrontQuestion::Metric> metrics) -> std::string {
    try {
      front(store, {"toy", std::move(metrics), {}});
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(error({{"error"}, {"error"}}), "top: error is named twice, name two metrics");
  EXPECT_EQ(error({{"error"}, {"cst"}}), "toy has no scalar result \"cst\", did you mean cost?");
}

}  // namespace
}  // namespace icsweep
