#include "engine/verify/store_difference.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "io/schema/schema_builders.hpp"
#include "tests/io/query/table_in_memory.hpp"

namespace icsweep {
namespace {

Schema of_version(int version, const std::string& task = "toy") {
  Schema schema{task,
                1,
                {integer("depth", 1).between(1, 9), real("rate", 0.1).between(0, 1), seed("makes it another")},
                {{"error", "of the result", {}}}};
  if (version > 1) {
    schema.parameters.push_back(integer("width", 8).between(1, 99).added());
    schema.outputs.push_back(Output{"ratio", "added later", {}}.added());
  }
  return schema;
}

struct Experiment {
  std::int64_t depth, seed;
  double error;
  Outcome outcome = Outcome::done;
  std::int64_t width = 8;
  double rate = 0.1;
  bool planned = true;
};

std::unique_ptr<const StoredTable> table_of(const std::vector<Experiment>& experiments, const Schema& schema) {
  const Table table = make_table(schema);
  std::vector<Row> rows;
  for (const auto& e : experiments) {
    Row row;
    for (const auto& c : table.columns)
      row[c.name] = c.kind == ValueType::text      ? Cell(std::string())
                    : c.kind == ValueType::integer ? Cell(std::int64_t{0})
                                                   : Cell(0.0);
    Config config = default_config(schema);
    config.set("depth", e.depth), config.set("seed", e.seed), config.set("rate", e.rate);
    row["depth"] = e.depth, row["seed"] = e.seed, row["rate"] = e.rate, row["error"] = e.error;
    if (schema.find("width")) config.set("width", e.width), row["width"] = e.width, row["ratio"] = e.error / 2;
    row["identity"] = identity(schema, config);
    row["status"] = std::int64_t(e.outcome);
    row["planned"] = std::int64_t(e.planned);
    row["digest"] = e.outcome == Outcome::pending ? std::int64_t{0} : std::int64_t(digest(table, row));
    rows.push_back(row);
  }
  return std::make_unique<TableInMemory>(table, rows);
}

Store store_of(const std::vector<Experiment>& experiments, int version = 2) {
  std::vector<std::unique_ptr<const StoredTable>> tables;
  tables.push_back(table_of(experiments, of_version(version)));
  return Store({}, std::move(tables));
}

StoreDifference difference(const Store& a, const Store& b) {
  return compare(TaskRegistry(), a, b);
}

const std::vector<Experiment> both{{1, 0, 5}, {1, 1, 6}, {2, 0, 3}, {2, 1, 4}};

TEST(StoreDifference, IsNoneOfEqualResultsInAnyOrder) {
  std::vector<Experiment> turned(both.rbegin(), both.rend());
  const StoreDifference d = difference(store_of(both), store_of(turned));
  EXPECT_TRUE(d.same());
  EXPECT_EQ(d.tasks.at(0).equal, 4u);
  EXPECT_EQ(d.tasks[0].settings, 2u);
  EXPECT_TRUE(d.tasks[0].means.empty());
}

TEST(StoreDifference, PairsTheSeedsThatBothHave) {
  auto changed = both;
  changed[2].error = 4, changed[3].error = 4.5;  // 3, 4 before
  const StoreDifference d = difference(store_of(both), store_of(changed));
  EXPECT_FALSE(d.same());
  EXPECT_EQ(d.tasks.at(0).equal, 2u);
  EXPECT_EQ(d.tasks[0].other_results, 2u);
  ASSERT_EQ(d.tasks[0].means.size(), 2u);  // error, ratio
  const MeanDifference& m = d.tasks[0].means[0];
  EXPECT_EQ(m.setting, "depth = 2");
  EXPECT_EQ(m.result, "error");
  EXPECT_TRUE(m.paired);
  EXPECT_NEAR(m.difference, 0.75, 1e-12);  // of 1 and 0.5
  EXPECT_NEAR(m.half_width, 12.706204736174694 * 0.25, 1e-9);
  EXPECT_FALSE(m.clear());
}

TEST(StoreDifference, OfOtherSeedsHasWelchsInterval) {
  const StoreDifference d =
      difference(store_of({{1, 0, 1}, {1, 1, 3}}), store_of({{1, 2, 10}, {1, 3, 11}, {1, 4, 12}}));
  ASSERT_FALSE(d.tasks.at(0).means.empty());
  EXPECT_EQ(d.tasks[0].alone, (std::array<std::size_t, 2>{2, 3}));
  EXPECT_EQ(d.tasks[0].settings, 1u);
  const MeanDifference& m = d.tasks[0].means[0];
  EXPECT_FALSE(m.paired);
  EXPECT_NEAR(m.difference, 9, 1e-12);
  // Variances of the means are 2/2 and 1/3: 1.684 degrees of freedom, computed with SciPy.
  EXPECT_NEAR(m.half_width, 5.976997448258373, 1e-9);
  EXPECT_TRUE(m.clear());
}

TEST(StoreDifference, OfSeedsThatOneHasMoreIsNoneOfTheMeans) {
  auto more = both;
  more.push_back({1, 2, 100});
  const StoreDifference d = difference(store_of(both), store_of(more));
  EXPECT_FALSE(d.same());
  EXPECT_EQ(d.tasks.at(0).alone, (std::array<std::size_t, 2>{0, 1}));
  EXPECT_TRUE(d.tasks[0].means.empty());
  more[0].error = 6;
  const StoreDifference other = difference(store_of(both), store_of(more));
  ASSERT_FALSE(other.tasks.at(0).means.empty());
  EXPECT_NEAR(other.tasks[0].means[0].difference, 0.5, 1e-12);  // of 1 and 0
  EXPECT_EQ(other.tasks[0].means[0].seeds, (std::array<std::size_t, 2>{2, 2}));
}

TEST(StoreDifference, TellsWhatEachHasAlone) {
  auto more = both;
  more.push_back({3, 0, 1});
  more[0].outcome = Outcome::diverged;
  more[1].outcome = Outcome::pending;
  auto failed = both;
  failed[3].outcome = Outcome::failed;
  more[3].outcome = Outcome::failed;
  const StoreDifference d = difference(store_of(failed), store_of(more));
  const TaskDifference& t = d.tasks.at(0);
  EXPECT_FALSE(t.same());
  EXPECT_EQ(t.both, 4u);
  EXPECT_EQ(t.alone, (std::array<std::size_t, 2>{0, 1}));
  EXPECT_EQ(t.ended_alone, (std::array<std::size_t, 2>{1, 0}));
  EXPECT_EQ(t.other_outcome, 1u);
  EXPECT_EQ(t.equal_outcome, 1u);
  EXPECT_EQ(t.settings_alone[1], std::vector<std::string>{"depth = 3"});
}

TEST(StoreDifference, OfAnEarlierVersionComparesWhatBothHave) {
  const StoreDifference same = difference(store_of(both, 1), store_of(both, 2));
  EXPECT_TRUE(same.same());
  EXPECT_EQ(same.tasks.at(0).equal_common, 4u);
  EXPECT_EQ(same.tasks[0].columns_alone[1], (std::vector<std::string>{"width", "ratio"}));
  EXPECT_EQ(same.tasks[0].settings, 2u);
  auto changed = both;
  changed[1].error = 7;
  const StoreDifference other = difference(store_of(changed, 1), store_of(both, 2));
  EXPECT_EQ(other.tasks.at(0).other_results, 1u);
  ASSERT_EQ(other.tasks[0].means.size(), 1u);
  auto wide = both;
  for (auto& e : wide) e.width = 16;
  const StoreDifference alone = difference(store_of(both, 1), store_of(wide, 2));
  EXPECT_EQ(alone.tasks.at(0).both, 0u);
  EXPECT_EQ(alone.tasks[0].settings_alone[0].at(0), "depth = 1, width = 8");
}

TEST(StoreDifference, OfTasksIsNamed) {
  std::vector<std::unique_ptr<const StoredTable>> tables;
  tables.push_back(table_of(both, of_version(2, "other")));
  const Store other({}, std::move(tables));
  const StoreDifference d = difference(store_of(both), other);
  EXPECT_FALSE(d.same());
  EXPECT_EQ(d.tasks_alone[0], std::vector<std::string>{"toy"});
  EXPECT_EQ(d.tasks_alone[1], std::vector<std::string>{"other"});
}

TEST(StoreDifference, IsOfPlannedExperimentsUnlessEarlierSweepsAreAskedFor) {
  const std::vector<Experiment> both{{1, 0, 0.5}, {1, 1, 0.6}};
  auto more = both;
  more.push_back({.depth = 2, .seed = 0, .error = 0.7, .planned = false});
  const StoreDifference d = difference(store_of(both), store_of(more));
  EXPECT_TRUE(d.same());
  EXPECT_EQ(d.tasks.at(0).left_out[0], "");
  EXPECT_EQ(d.tasks[0].left_out[1], "toy leaves out 1 of earlier sweeps (toy_all has them)");
  EXPECT_EQ(d.tasks[0].settings_alone[1], std::vector<std::string>());
  const StoreDifference all = compare(TaskRegistry(), store_of(both), store_of(more), Counting::earlier_too);
  EXPECT_EQ(all.tasks.at(0).alone, (std::array<std::size_t, 2>{0, 1}));
  EXPECT_EQ(all.tasks[0].settings_alone[1], std::vector<std::string>{"depth = 2"});
}

}  // namespace
}  // namespace icsweep
