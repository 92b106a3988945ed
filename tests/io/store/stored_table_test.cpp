#include "io/store/stored_table.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "io/query/table_in_memory.hpp"

namespace icsweep {
namespace {

Table one_column(const Column& column) {
  Table table;
  table.task = "toy";
  table.columns = {column};
  return table;
}

bool uniform(const Column& column, const std::vector<Cell>& cells) {
  std::vector<Row> rows;
  for (const auto& cell : cells) rows.push_back({{column.name, cell}});
  return TableInMemory(one_column(column), rows).is_uniform(column);
}

Column column_of(ValueType kind, std::int64_t width = 8) {
  Column column;
  column.name = "x";
  column.kind = kind;
  column.width = width;
  return column;
}

TEST(StoredTable, AColumnIsUniformIfAllRowsHaveTheSameBytes) {
  const Column integer = column_of(ValueType::integer), real = column_of(ValueType::real),
               text = column_of(ValueType::text, 3);
  EXPECT_TRUE(uniform(integer, {}));
  EXPECT_TRUE(uniform(integer, {std::int64_t{7}}));
  EXPECT_TRUE(uniform(integer, {std::int64_t{7}, std::int64_t{7}, std::int64_t{7}}));
  EXPECT_FALSE(uniform(integer, {std::int64_t{7}, std::int64_t{7}, std::int64_t{8}}));
  EXPECT_TRUE(uniform(real, {std::nan(""), std::nan("")}));
  EXPECT_FALSE(uniform(real, {0.0, 1e-300}));
  EXPECT_FALSE(uniform(real, {0.0, 0.0, -0.0}));
  EXPECT_TRUE(uniform(text, {std::string("abc"), std::string("abc")}));
  EXPECT_FALSE(uniform(text, {std::string("abc"), std::string("abd")}));
  EXPECT_FALSE(uniform(text, {std::string("aaa"), std::string("aa")}));
}

TableInMemory table_with(const std::vector<Cell>& cells, int width = 3) {
  const Column column =
      column_of(std::holds_alternative<std::string>(cells[0]) ? ValueType::text : ValueType::real, width);
  std::vector<Row> rows;
  for (const auto& cell : cells) rows.push_back({{column.name, cell}});
  return TableInMemory(one_column(column), rows);
}

TEST(StoredTable, BeginsWithATableIfTheBytesOfItsRowsAreTheSame) {
  const double nan_cell = std::nan("");
  EXPECT_TRUE(begins_with(table_with({1.0, nan_cell, 2.0}), table_with({1.0, nan_cell})));
  EXPECT_TRUE(begins_with(table_with({1.0, 2.0}), table_with({1.0, 2.0})));
  EXPECT_FALSE(begins_with(table_with({1.0}), table_with({1.0, 2.0})));
  EXPECT_FALSE(begins_with(table_with({0.0, 2.0}), table_with({-0.0, 2.0})));
  EXPECT_FALSE(begins_with(table_with({std::string("a")}), table_with({std::string("b")})));
  EXPECT_TRUE(begins_with(table_with({std::string("a"), std::string("b")}), table_with({std::string("a")})));
  EXPECT_FALSE(begins_with(table_with({std::string("a")}, 4), table_with({std::string("a")}, 3))) << "another width";
}

TEST(StoredTable, IsReadInPartsThatHaveAllRowsOnce) {
  const std::int64_t all = 300'000;  // of 8 bytes: three parts
  const TableInMemory table = table_with(std::vector<Cell>(all, 1.0));
  ColumnCells cells;
  std::int64_t next = 0, parts = 0;
  for_each_part(table, table.table().columns[0], cells, [&](std::int64_t first, std::int64_t rows) {
    EXPECT_EQ(first, next);
    EXPECT_EQ(std::size_t(rows), cells.reals.size());
    next += rows, ++parts;
  });
  EXPECT_EQ(next, all);
  EXPECT_EQ(parts, 3);
}

}  // namespace
}  // namespace icsweep
