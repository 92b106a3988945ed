#include "io/report/curves.hpp"

#include <gtest/gtest.h>

#include <set>

#include "io/schema/schema_builders.hpp"

namespace icsweep::report {
namespace {

TEST(ReportCurves, ShortOnesAreKeptWholeAndLongOnesEvenlyWithBothEnds) {
  EXPECT_EQ(kept_points(0), 0);
  for (const std::int64_t length : {1, 2, 63, 64, 65, 66, 200, 12345}) {
    const std::int64_t kept = kept_points(length);
    EXPECT_LE(kept, max_points);
    EXPECT_GE(kept, std::min(length, max_points / 2));
    EXPECT_EQ(kept_point(0, length), 0);
    EXPECT_EQ(kept_point(kept - 1, length), length - 1);
    for (std::int64_t i = 1; i < kept; ++i) {
      const std::int64_t step = kept_point(i, length) - kept_point(i - 1, length);
      EXPECT_GE(step, 1) << length << " at " << i;
      EXPECT_LE(step, kept_step(length)) << length << " at " << i;
      if (i + 1 < kept) {
        EXPECT_EQ(step, kept_step(length)) << length << " at " << i;
      }
    }
  }
}

/// Otherwise a mean over curves of different lengths would cover other curves at every position.
TEST(ReportCurves, WhatALongCurveKeepsAShorterOneKeepsToo) {
  const auto positions = [](std::int64_t length) {
    std::set<std::int64_t> all;
    for (std::int64_t i = 0; i < kept_points(length); ++i) all.insert(kept_point(i, length));
    return all;
  };
  for (const auto& [shorter, longer] : {std::pair<std::int64_t, std::int64_t>{100, 150}, {40, 200}, {129, 5000}}) {
    const auto kept = positions(shorter);
    for (const std::int64_t p : positions(longer)) {
      EXPECT_TRUE(p >= shorter || kept.contains(p)) << p << " of " << shorter << " and " << longer;
    }
  }
}

TEST(ReportCurves, ABudgetIsSharedEquallyAndWhatSmallOnesLeaveGoesToLargeOnes) {
  using Shares = std::vector<std::int64_t>;
  EXPECT_EQ(shares({10, 20}, 100), (Shares{10, 20}));
  EXPECT_EQ(shares({1000, 10, 1000}, 110), (Shares{50, 10, 50}));
  EXPECT_EQ(shares({0, 7}, 5), (Shares{0, 5}));
  EXPECT_EQ(shares({}, 5), Shares{});
}

/// Rows are not every sixth one. If the grid's first parameter repeats every sixth row, all these rows would have the
/// same value of it.
TEST(ReportCurves, RowsAreChosenEvenlyOverWhateverRepeats) {
  std::vector<std::int64_t> rows;
  std::string bytes;
  std::size_t width = 0;
  const Schema schema{"toy", 1, {integer("n", 0).between(0, 1e9)}, {}};
  for (std::int64_t i = 0; i < 6000; ++i) {
    Config config;
    config.set("n", i);
    rows.push_back(i);
    bytes += identity(schema, config);
    width = bytes.size() / rows.size();
  }
  const TextCells identities(std::move(bytes), width);
  const auto chosen = chosen_rows(rows, identities, 1000);
  EXPECT_EQ(chosen.size(), 1000u);
  EXPECT_TRUE(std::is_sorted(chosen.begin(), chosen.end()));
  std::vector<int> counts(6);
  for (const std::int64_t row : chosen) ++counts[std::size_t(row % 6)];
  for (const int n : counts) EXPECT_NEAR(n, 1000 / 6, 40);  // 40: three standard deviations
  EXPECT_EQ(chosen_rows(rows, identities, 6000), rows);
  EXPECT_TRUE(chosen_rows(rows, identities, 0).empty());
}

}  // namespace
}  // namespace icsweep::report
