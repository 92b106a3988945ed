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

}  // namespace
}  // namespace icsweep
