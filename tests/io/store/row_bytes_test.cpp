#include "io/store/row_bytes.hpp"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <limits>

#include "io/query/table_in_memory.hpp"
#include "io/schema/schema_builders.hpp"

namespace icsweep {
namespace {

const double nothing = std::numeric_limits<double>::quiet_NaN();

Table table_of_rows() {
  const Dimension position{"position", [](const Config&) { return std::int64_t{3}; }},
      head{"head", [](const Config&) { return std::int64_t{2}; }};
  Table table = make_table(
      {"toy", 1, {integer("n", 2)}, {{"error", "", {}}, {"curve", "", {position}}, {"grid", "", {position, head}}}});
  table.extents = {{"position", 3}, {"head", 2}};
  return table;
}

Row whole_row(const Table& table, double error, std::vector<double> curve, std::vector<double> grid) {
  Row row{{"identity", std::string("abc")},
          {"n", std::int64_t{5}},
          {"error", error},
          {"curve", Array{{3}, curve}},
          {"grid", Array{{3, 2}, grid}}};
  for (const Column& c : table.columns)
    if (c.kind == ValueType::text) row.try_emplace(c.name, std::string("x"));
    else if (c.kind == ValueType::integer) row.try_emplace(c.name, std::int64_t{1});
    else row.try_emplace(c.name, nothing);
  return row;
}

TEST(RowHashes, AreThoseOfSingleRows) {
  const Table table = table_of_rows();
  const std::vector<float> weights{1, 2, 3};
  std::vector<Row> rows{whole_row(table, 0.5, {1, 2, 3}, {1, 2, 3, 4, 5, 6}),
                        whole_row(table, nothing, {1, nothing, nothing}, {1, nothing, 3, nothing, nothing, nothing}),
                        whole_row(table, -0.0, {nothing, nothing, nothing}, std::vector<double>(6, nothing)),
                        whole_row(table, 0.25, {4, 5, 6}, {6, 5, 4, 3, 2, 1}),
                        whole_row(table, 0.75, {7, 8, 9}, {7, 8, 9, 10, nothing, 12})};
  rows[1]["build"] = std::string(), rows[1]["last_step"] = std::int64_t{0};  // neutral
  rows[3]["n"] = std::int64_t{6}, rows[4]["last_step"] = std::int64_t{0};
  const TableInMemory stored(table, rows);
  RowBlock block;
  RowHashes hashes(stored.table());
  for (const auto& [first, count] : {std::pair{0, 5}, {1, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 1}, {2, 2}, {3, 2}}) {
    stored.read_block(first, count, block);
    hashes.begin(block);
    for (std::size_t i = 0; i < std::size_t(count); ++i) {
      const Row& row = rows[std::size_t(first) + i];
      EXPECT_EQ(hashes.checksum(block, i, Outcome::done), checksum(table, row, Outcome::done));
      EXPECT_EQ(hashes.checksum(block, i, Outcome::failed, weights), checksum(table, row, Outcome::failed, weights));
      EXPECT_EQ(hashes.digest(block, i), digest(table, row));
    }
  }
}

/// The bytes are those of docs/reference/store.md, which stores of earlier versions have.
TEST(RowBytes, AreNamesAndCellsAndIndicesOfArrays) {
  const Table table = table_of_rows();
  std::string bytes;
  const auto put = [&](const auto& value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
  put(std::int64_t{0});
  bytes += std::string("error") + '\0';
  put(0.5);
  bytes += std::string("curve") + '\0';
  for (const std::int64_t i : {0, 2}) put(i), put(double(i));
  bytes += std::string("grid") + '\0';
  put(std::int64_t{2}), put(std::int64_t{1}), put(7.0);
  const Row row = whole_row(table, 0.5, {0, nothing, 2}, {nothing, nothing, nothing, nothing, nothing, 7});
  EXPECT_EQ(digest(table, row), XXH3_64bits(bytes.data(), bytes.size()));
}

TEST(NeutralCell, IsTheCellWithItsText) {
  Column column{"x", ValueType::real, Role::parameter, 0, {}, ""};
  EXPECT_FALSE(NeutralCell(column).equals(0.0));
  EXPECT_FALSE(NeutralCell(column).equals(nothing));
  column.neutral = "0";
  EXPECT_TRUE(NeutralCell(column).equals(0.0));
  EXPECT_TRUE(NeutralCell(column).equals(std::int64_t{0}));
  EXPECT_TRUE(NeutralCell(column).equals(std::string_view("0")));
  EXPECT_FALSE(NeutralCell(column).equals(-0.0));
  EXPECT_FALSE(NeutralCell(column).equals(nothing));
  column.neutral = "nan";
  EXPECT_TRUE(NeutralCell(column).equals(nothing));
  EXPECT_FALSE(NeutralCell(column).equals(0.0));
  column.neutral = "1.0";  // no number is written so
  EXPECT_FALSE(NeutralCell(column).equals(1.0));
  column.neutral = "inf";
  EXPECT_TRUE(NeutralCell(column).equals(std::numeric_limits<double>::infinity()));
  column.neutral = "";
  EXPECT_TRUE(NeutralCell(column).equals(std::string_view()));
  EXPECT_FALSE(NeutralCell(column).equals(std::int64_t{0}));
}

}  // namespace
}  // namespace icsweep
