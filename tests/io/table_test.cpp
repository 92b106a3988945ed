#include "io/table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace icsweep {
namespace {

const double nan_value = std::numeric_limits<double>::quiet_NaN();

Schema schema() {
  const Dimension position{"position", [](const Config& c) { return std::int64_t(c.integer("length")); }};
  return {"toy", 1, {{"length", std::int64_t{2}, "", 1, 9, {}, {}}}, {{"error", "", {}}, {"curve", "", {position}}}};
}

Row row() {
  return {{"identity", std::string("abc")}, {"length", std::int64_t{2}},   {"error", 0.25},       {"curve", Array{{2}, {1.5, 2.5}}},
          {"message", std::string("")},     {"host", std::string("here")}, {"seconds", 1.0}, {"attempts", std::int64_t{1}}};
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

TEST(Checksum, SeesEveryBitOfEveryCellAndTheOutcome) {
  const Table table = make_table(schema());
  const auto original = checksum(table, row(), Outcome::done);
  EXPECT_NE(original, checksum(table, row(), Outcome::failed));
  for (const auto& [name, cell] : row()) {
    for (int bit = 0; bit < 64; ++bit) {
      Row flipped = row();
      std::visit(
          [&](auto& v) {
            using T = std::decay_t<decltype(v)>;
            if constexpr (std::is_same_v<T, std::string>) v = v.empty() ? "x" : std::string(1, char(v[0] ^ (1 << bit % 7))) + v.substr(1);
            else if constexpr (std::is_same_v<T, Array>) {
              std::uint64_t raw;
              std::memcpy(&raw, &v.values[1], 8);
              raw ^= std::uint64_t{1} << bit;
              std::memcpy(&v.values[1], &raw, 8);
            } else {
              std::uint64_t raw;
              std::memcpy(&raw, &v, 8);
              raw ^= std::uint64_t{1} << bit;
              std::memcpy(&v, &raw, 8);
            }
          },
          flipped.at(name));
      EXPECT_NE(original, checksum(table, flipped, Outcome::done)) << name << " bit " << bit;
    }
  }
}

TEST(Difference, NamesTheColumn) {
  const Table now = make_table(schema());
  Table fewer = now, typed = now;
  fewer.columns.pop_back();
  typed.columns[2].kind = CellKind::real;
  EXPECT_EQ(difference(now, now), "");
  EXPECT_EQ(difference(fewer, now), "table toy has no column checksum");
  EXPECT_EQ(difference(now, fewer), "table toy has column checksum, which this version does not know");
  EXPECT_EQ(difference(typed, now), "column length of table toy has another type");
}

}  // namespace
}  // namespace icsweep
