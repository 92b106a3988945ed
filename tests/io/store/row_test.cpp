#include "io/store/row.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace icsweep {
namespace {

TEST(ARow, FindsItsCellsByNameAndKeepsTheirOrder) {
  Row row;
  for (int i = 999; i >= 0; --i) row["cell " + std::to_string(i)] = std::int64_t(i);
  EXPECT_EQ(row.size(), 1000u);
  std::int64_t next = 999;
  for (const auto& [name, cell] : row) EXPECT_EQ(std::get<std::int64_t>(cell), next--) << name;
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(std::get<std::int64_t>(row.at("cell " + std::to_string(i))), i);
  EXPECT_FALSE(row.contains("cell 1000"));
  EXPECT_EQ(row.find(""), row.end());
  EXPECT_THROW(row.at("cell"), std::out_of_range);
}

TEST(ARow, IsFoundAtAWrongPlaceToo) {
  const Row row{{"a", 1.5}, {"b", 2.5}};
  for (std::size_t likely = 0; likely < 4; ++likely) EXPECT_EQ(std::get<double>(row.find("b", likely)->second), 2.5);
  EXPECT_EQ(row.find("c", 1), row.end());
}

TEST(ARow, AddsACellOnce) {
  Row row{{"a", 1.5}};
  EXPECT_FALSE(row.try_emplace("a", 2.5).second);
  EXPECT_EQ(std::get<double>(row.at("a")), 1.5);
  EXPECT_TRUE(row.try_emplace("b", 2.5).second);
  EXPECT_EQ(std::get<std::int64_t>(row["c"]), 0);
  row["a"] = std::string("text");
  EXPECT_EQ(std::get<std::string>(row.at("a")), "text");
}

/// Rows that share their names do not share cells, and one of them may get a cell of its own.
TEST(ARow, ThatGrowsLeavesItsCopiesAlone) {
  auto names = std::make_shared<CellNames>();
  names->add("a");
  std::vector<Row> rows(3, Row(names));
  rows[0]["a"] = 1.5;
  rows[0]["b"] = 2.5;
  EXPECT_EQ(std::get<std::int64_t>(rows[1].at("a")), 0);
  EXPECT_FALSE(rows[1].contains("b"));
  rows[1]["c"] = 3.5;
  EXPECT_EQ(std::get<double>(rows[0].at("b")), 2.5);
  EXPECT_FALSE(rows[0].contains("c"));
  EXPECT_EQ(rows[2].size(), 1u);
}

TEST(ARow, EqualsAnotherWhateverTheOrder) {
  const Row a{{"x", 1.5}, {"y", std::string("z")}}, b{{"y", std::string("z")}, {"x", 1.5}};
  EXPECT_EQ(a, b);
  EXPECT_EQ(a, Row(a));
  EXPECT_FALSE(a == (Row{{"x", 1.5}}));
  EXPECT_FALSE(a == (Row{{"x", 1.5}, {"y", std::string("w")}}));
  EXPECT_FALSE(a == (Row{{"x", 1.5}, {"v", std::string("z")}}));
}

}  // namespace
}  // namespace icsweep
