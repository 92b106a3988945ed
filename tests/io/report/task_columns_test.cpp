#include "io/report/task_columns.hpp"

#include <gtest/gtest.h>

#include "io/report/mixed_table.hpp"
#include "io/store/parameter_cell.hpp"

namespace icsweep::report {
namespace {

TEST(ReportColumns, CodesNumberValuesInTheOrderOfTheirFirstRows) {
  const std::vector<std::int64_t> values{5, 5, 3, 5, 9, 3};
  const Codes codes = codes_of(6, [&](std::int64_t row) { return values[std::size_t(row)]; });
  EXPECT_EQ(codes.first, (std::vector<std::int64_t>{0, 2, 4}));
  EXPECT_EQ(codes.of, (std::vector<std::uint32_t>{0, 0, 1, 0, 2, 1}));
  const Codes same = codes_of(6, [](std::int64_t) { return 1; });
  EXPECT_TRUE(same.of.empty());
  EXPECT_EQ(same.size(), 1u);
  EXPECT_EQ(codes_of(0, [](std::int64_t) { return 1; }).size(), 0u);
}

TEST(ReportColumns, ATextEndsAtItsFirstZeroOrAtTheWidth) {
  const TextCells cells(std::string("ab\0xfull\0\0\0\0", 12), 4);
  EXPECT_EQ(cells[0], "ab");
  EXPECT_EQ(cells[1], "full");
  EXPECT_EQ(cells[2], "");
}

TEST(ReportColumns, RowsWithoutResultsHaveNone) {
  const auto rows = mixed_rows(500);
  const TableInMemory table(make_table(mixed_schema()), rows);
  const TaskColumns columns(table);
  const auto loss = columns.numbers("loss"), seconds = columns.numbers("seconds");
  const TextCells hosts = columns.texts("host");
  for (std::int64_t row = 0; row < 500; ++row) {
    const auto outcome = Outcome(integer_in(rows[std::size_t(row)], "status"));
    EXPECT_EQ(std::isnan(loss[std::size_t(row)]), outcome != Outcome::done);
    EXPECT_EQ(std::isnan(seconds[std::size_t(row)]), outcome == Outcome::pending);
    EXPECT_EQ(hosts[row].empty(), outcome == Outcome::pending);
  }
  EXPECT_TRUE(std::isnan(columns.numbers("no such column")[0]));
}

TEST(ReportColumns, NoneAndAbsentAreOneMissingValue) {
  Table table = make_table(mixed_schema());
  auto rate = std::ranges::find(table.columns, "rate", &icsweep::Column::name);
  rate->optional = rate->nullable = true;
  auto rows = mixed_rows(5);
  const Value values[] = {None{}, 0.0, Absent{}, -0.0, 2.5};
  for (std::size_t i = 0; i < 5; ++i) rows[i]["rate"] = parameter_cell(values[i], ValueType::real);
  const TableInMemory stored(table, rows);
  const auto parameter = TaskColumns(stored).parameter(*stored.table().find("rate"));
  EXPECT_EQ(parameter.codes.of, (std::vector<std::uint32_t>{0, 1, 0, 1, 2}));
  EXPECT_TRUE(parameter.varies());
  EXPECT_TRUE(std::isnan(number_of(parameter.values[0])));
  EXPECT_EQ(number_of(parameter.values[2]), 2.5);
}

}  // namespace
}  // namespace icsweep::report
