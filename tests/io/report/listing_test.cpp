#include "io/report/listing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "io/report/mixed_table.hpp"
#include "io/report/sums.hpp"

namespace icsweep::report {
namespace {

class ReportListing : public ::testing::Test {
 protected:
  Listing listing(std::int64_t most, bool largest = false) const {
    return listing_of(columns_, most, table_.table().find("error"), largest);
  }
  static bool lists(const Listing& listing, std::int64_t row) { return std::ranges::binary_search(listing.rows, row); }

  const std::vector<Row> rows_ = mixed_rows(5000);
  const TableInMemory table_{make_table(mixed_schema()), rows_};
  const TaskColumns columns_{table_};
};

TEST_F(ReportListing, AFewRowsAreAllListed) {
  const Listing all = listing(5000);
  EXPECT_TRUE(all.whole);
  EXPECT_EQ(all.rows.size(), 5000u);
  NumberArrays arrays;
  EXPECT_TRUE(all.json(arrays).is_null());
}

TEST_F(ReportListing, ALimitHoldsAndRowsAreInOrder) {
  for (const std::int64_t most : {1, 7, 100, 2000, 4999}) {
    const Listing some = listing(most);
    EXPECT_FALSE(some.whole);
    EXPECT_LE(std::int64_t(some.rows.size()), most);
    EXPECT_GE(std::int64_t(some.rows.size()), most * 7 / 10) << "room is wasted";
    EXPECT_TRUE(std::ranges::is_sorted(some.rows));
    EXPECT_EQ(std::set(some.rows.begin(), some.rows.end()).size(), some.rows.size()) << "a row is listed twice";
    EXPECT_EQ(some.sampled.size(), some.rows.size());
    for (std::size_t i = 0; i < some.rows.size(); ++i) EXPECT_EQ(some.position(some.rows[i]), std::int64_t(i));
  }
}

TEST_F(ReportListing, FailedRowsOfEveryMessageAndTheBestRowsAreListed) {
  for (const bool largest : {false, true}) {
    const Listing some = listing(1000, largest);
    std::map<std::pair<std::int64_t, std::string>, int> listed, all;
    std::vector<std::pair<double, std::int64_t>> results;
    for (std::int64_t i = 0; i < 5000; ++i) {
      const Row& row = rows_[std::size_t(i)];
      const std::pair kind(integer_in(row, "status"), text_in(row, "message"));
      if (std::ranges::count(unwanted_outcomes, Outcome(kind.first))) ++all[kind], listed[kind] += lists(some, i);
      if (is_done_and_planned(row) && std::isfinite(real_in(row, "error")))
        results.emplace_back(largest ? -real_in(row, "error") : real_in(row, "error"), i);
    }
    for (const auto& [kind, count] : all) EXPECT_GE(listed[kind], std::min(count, 5)) << kind.second;
    EXPECT_EQ(some.failed, 200);
    std::ranges::sort(results);
    EXPECT_EQ(some.best, 100);
    for (std::size_t i = 0; i < 100; ++i) EXPECT_TRUE(lists(some, results[i].second)) << i;
  }
}

TEST_F(ReportListing, AllFailedRowsAreListedIfThereAreFew) {
  std::vector<Row> rows = rows_;
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i]["status"] = std::int64_t(i % 100 == 3 ? 3 : 1);
  const TableInMemory table(make_table(mixed_schema()), rows);
  const Listing some = listing_of(TaskColumns(table), 1000, nullptr, false);
  EXPECT_EQ(some.failed, 50);
  EXPECT_EQ(some.best, 0);
  for (std::int64_t row = 3; row < 5000; row += 100) EXPECT_TRUE(lists(some, row));
}

/// Otherwise a mean over listed rows would be better than that of all rows.
TEST_F(ReportListing, TheSampleIsNotChosenByItsResults) {
  const Listing some = listing(2000);
  double sum = 0, all = 0, square = 0;
  std::int64_t n = 0, total = 0;
  for (std::int64_t i = 0; i < 5000; ++i) {
    const Row& row = rows_[std::size_t(i)];
    const double error = real_in(row, "error");
    if (!is_done_and_planned(row) || !std::isfinite(error)) continue;
    all += error, square += error * error, ++total;
    if (lists(some, i) && some.sampled[std::size_t(some.position(i))]) sum += error, ++n;
  }
  const double mean = all / double(total), deviation = std::sqrt(square / double(total) - mean * mean);
  EXPECT_GT(n, 400);
  EXPECT_NEAR(sum / double(n), mean, 4 * deviation / std::sqrt(double(n)));
}

}  // namespace
}  // namespace icsweep::report
