#include "io/query/top.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "io/schema/schema_builders.hpp"
#include "tests/io/query/table_in_memory.hpp"

namespace icsweep {
namespace {

/// A planned and done row; other cells are empty.
Row row_of(const Table& table, std::int64_t depth, std::int64_t seed, double error) {
  Row row;
  for (const auto& c : table.columns)
    row[c.name] = c.kind == ValueType::text      ? Cell(std::string())
                  : c.kind == ValueType::integer ? Cell(std::int64_t{0})
                                                 : Cell(0.0);
  row["identity"] = std::to_string(depth) + std::to_string(seed);
  row["depth"] = depth;
  row["seed"] = seed;
  row["error"] = error;
  row["planned"] = std::int64_t{1};
  row["status"] = std::int64_t(Outcome::done);
  return row;
}

/// Uses neither a file nor HDF5: the rows are in memory.
TEST(TopOfTablesInMemory, RanksSettingsByTheMeanOverSeeds) {
  const Schema schema{
      "toy", 1, {integer("depth", 1).between(1, 9), seed("makes it another")}, {{"error", "of the result", {}}}};
  const Table table = make_table(schema);
  std::vector<std::unique_ptr<const StoredTable>> tables;
  tables.push_back(
      std::make_unique<TableInMemory>(table, std::vector<Row>{row_of(table, 1, 0, 5), row_of(table, 1, 1, 1),
                                                              row_of(table, 2, 0, 0.5), row_of(table, 2, 1, 1.5)}));
  const Store store({}, std::move(tables));
  std::ostringstream out;
  print_top(store, {"toy", "error", {"depth"}}, QueryFormat::json, out);
  const auto ranks = nlohmann::json::parse(out.str());
  ASSERT_EQ(ranks.size(), 2u) << out.str();
  EXPECT_EQ(ranks[0]["depth"], 2);
  EXPECT_EQ(ranks[0]["mean"], 1.0);
  EXPECT_EQ(ranks[1]["depth"], 1);
  EXPECT_EQ(ranks[1]["mean"], 3.0);
}

}  // namespace
}  // namespace icsweep
