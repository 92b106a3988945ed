#include "io/store/table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "io/schema/schema_builders.hpp"

namespace icsweep {
namespace {

const double nan_value = std::numeric_limits<double>::quiet_NaN();

Schema schema() {
  const Dimension position{"position", [](const Config& c) { return std::int64_t(c.integer("length")); }};
  return {"toy", 1, {integer("length", 2).between(1, 9)}, {{"error", "", {}}, {"curve", "", {position}}}};
}

Row row() {
  return {{"identity", std::string("abc")},
          {"length", std::int64_t{2}},
          {"error", 0.25},
          {"curve", Array{{2}, {1.5, 2.5}}},
          {"message", std::string("")},
          {"host", std::string("here")},
          {"seconds", 1.0},
          {"attempts", std::int64_t{1}}};
}

TEST(Digest, DoesNotSeePaddingHostOrTime) {
  const Table table = make_table(schema());
  Row padded = row();
  padded["curve"] = Array{{4}, {1.5, 2.5, nan_value, nan_value}};
  padded["host"] = std::string("there");
  padded["seconds"] = 99.0;
  EXPECT_EQ(digest(table, row()), digest(table, padded));
}

TEST(Digest, SeesEveryResultAndItsPlace) {
  const Table table = make_table(schema());
  Row other = row(), moved = row();
  other["error"] = std::nextafter(0.25, 1);
  moved["curve"] = Array{{3}, {nan_value, 1.5, 2.5}};
  EXPECT_NE(digest(table, row()), digest(table, other));
  EXPECT_NE(digest(table, row()), digest(table, moved));
}

template <class Number>
void flip_bit(Number& number, int bit) {
  auto raw = std::bit_cast<std::uint64_t>(number);
  raw ^= std::uint64_t{1} << bit;
  number = std::bit_cast<Number>(raw);
}

void flip_bit(Cell& cell, int bit) {
  if (auto* integer = std::get_if<std::int64_t>(&cell)) return flip_bit(*integer, bit);
  if (auto* real = std::get_if<double>(&cell)) return flip_bit(*real, bit);
  if (auto* array = std::get_if<Array>(&cell)) return flip_bit(array->values[1], bit);
  auto& text = std::get<std::string>(cell);
  if (text.empty()) text.push_back('x');
  else text[0] = char(text[0] ^ (1 << bit % 7));
}

TEST(Checksum, SeesEveryBitOfEveryCellAndTheOutcome) {
  const Table table = make_table(schema());
  const auto original = checksum(table, row(), Outcome::done);
  EXPECT_NE(original, checksum(table, row(), Outcome::failed));
  for (const auto& [name, cell] : row()) {
    for (int bit = 0; bit < 64; ++bit) {
      Row flipped = row();
      flip_bit(flipped.at(name), bit);
      EXPECT_NE(original, checksum(table, flipped, Outcome::done)) << name << " bit " << bit;
    }
  }
}

TEST(Difference, NamesTheColumn) {
  const Table now = make_table(schema());
  Table fewer = now, typed = now;
  fewer.columns.pop_back();
  typed.columns[2].kind = ValueType::real;
  EXPECT_EQ(difference(now, now), "");
  EXPECT_EQ(difference(fewer, now), "table toy has no column checksum");
  EXPECT_EQ(difference(now, fewer), "table toy has column checksum, which this version does not know");
  EXPECT_EQ(difference(typed, now), "column length of table toy has another type");
}

TEST(Difference, LetsATableGrow) {
  Table stored = make_table(schema()), grown = stored;
  EXPECT_FALSE(stored.grows);
  grown.columns[2].kind = ValueType::real;
  Column result = *grown.find("error");
  result.name = "later";
  grown.columns.push_back(result);
  EXPECT_EQ(difference(stored, grown), "column length of table toy has another type");
  grown.grows = true;
  EXPECT_EQ(difference(stored, grown), "");
  EXPECT_EQ(difference(grown, stored), "column length of table toy has another type") << "and not shrink";
}

TEST(Fit, MakesRealsOfIntegersWhereTheTableHasReals) {
  Table table = make_table(schema());
  Row row{{"length", std::int64_t{3}}, {"status", std::int64_t{1}}};
  fit(table, row);
  EXPECT_EQ(std::get<std::int64_t>(row.at("length")), 3);
  table.columns[2].kind = ValueType::real;
  fit(table, row);
  EXPECT_EQ(std::get<double>(row.at("length")), 3.0);
  EXPECT_EQ(std::get<std::int64_t>(row.at("status")), 1);
}

/// The table of a store that had a Hyperband search.
Table with_brackets() {
  Table table = make_table({"toy", 1, {}, {}});
  add_search_columns(table);
  table.columns.insert(table.columns.end() - 2, {bracket_column, ValueType::integer, Role::record, 0, {}, ""});
  return table;
}

TEST(Table, ASearchAddsItsColumnsAndKeepsThoseOfTheStore) {
  const auto count = [](const Table& table) { return std::ranges::count_if(table.columns, is_search_column); };
  Table plain = make_table({"toy", 1, {}, {}}), added = plain;
  keep_search_columns(plain, added);
  EXPECT_EQ(count(plain), 0);
  add_search_columns(added);
  EXPECT_EQ(count(added), 2);
  keep_search_columns(added, with_brackets());
  keep_search_columns(added, with_brackets());
  EXPECT_EQ(count(added), 3);
  keep_search_columns(plain, with_brackets());
  EXPECT_EQ(count(plain), 3);
  EXPECT_EQ(plain.columns.back().name, "checksum");
}

TEST(Checksum, OfAStoreBeforeBracketsHoldsInALaterOne) {
  Table before = make_table({"toy", 1, {}, {}}), now = before;
  keep_search_columns(now, with_brackets());
  ASSERT_TRUE(now.find(bracket_column));
  EXPECT_EQ(difference(before, now), "");
  Row row{{"identity", "abc"}, {rung_column, std::int64_t{1}}, {rung_metric_column, 0.5}};
  const auto whole = checksum(now, row, Outcome::pruned);
  row[bracket_column] = std::int64_t{0};
  EXPECT_EQ(checksum(now, row, Outcome::pruned), whole);
  row[bracket_column] = std::int64_t{2};
  EXPECT_NE(checksum(now, row, Outcome::pruned), whole);
}

TEST(Table, ATaskMayNotHaveAColumnOfTheStore) {
  const auto error = [](const char* result) {
    try {
      make_table({"toy", 1, {}, {{result, "", {}}}});
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(error("mse"), "");
  EXPECT_EQ(error("seconds"), "task toy would have two columns \"seconds\", choose another name for its own");
}

}  // namespace
}  // namespace icsweep
