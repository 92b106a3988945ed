#include "io/report/sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/report/mixed_table.hpp"

namespace icsweep::report {
namespace {

class ReportSums : public ::testing::Test {
 protected:
  const std::vector<Row> rows_ = mixed_rows(3000);
  const TableInMemory table_{make_table(mixed_schema()), rows_};
  const TaskColumns columns_{table_};
};

TEST_F(ReportSums, ATallyIsWhatCountingOneByOneGives) {
  const auto tally = tally_json(columns_);
  std::map<std::string, std::int64_t> counts;
  std::int64_t planned = 0;
  std::vector<double> seconds, begins, ends;
  for (const Row& row : rows_) {
    if (integer_in(row, "planned") == 1) ++planned, ++counts[std::string(name_of(Outcome(integer_in(row, "status"))))];
    if (integer_in(row, "status") == 0) continue;
    seconds.push_back(real_in(row, "seconds"));
    begins.push_back(real_in(row, "finished") - seconds.back());
    ends.push_back(real_in(row, "finished"));
  }
  EXPECT_EQ(tally["planned"], planned);
  EXPECT_EQ(tally["unplanned"], 3000 - planned);
  for (const auto& [name, count] : counts) EXPECT_EQ(tally["outcomes"][name], count) << name;
  double sum = 0;
  for (const double s : seconds) sum += s;  // eighths, so that the sum is exact
  EXPECT_EQ(tally["seconds"].get<double>(), sum);
  EXPECT_EQ(tally["begin"].get<double>(), *std::ranges::min_element(begins));
  EXPECT_EQ(tally["end"].get<double>(), *std::ranges::max_element(ends));
  std::ranges::sort(seconds);
  EXPECT_EQ(tally["median"].get<double>(), seconds[seconds.size() / 2]);
}

TEST_F(ReportSums, FailuresAreCountedByOutcomeMessageAndSweep) {
  const auto failures = failures_json(columns_);
  std::map<std::tuple<std::string, std::string, bool>, std::int64_t> counts;
  for (const Row& row : rows_) {
    const auto outcome = Outcome(integer_in(row, "status"));
    if (outcome == Outcome::done || outcome == Outcome::pending || outcome == Outcome::pruned) continue;
    ++counts[{std::string(name_of(outcome)), text_in(row, "message"), integer_in(row, "planned") == 0}];
  }
  EXPECT_EQ(failures["groups"], counts.size());
  EXPECT_EQ(failures["most"].size(), std::min(max_messages, counts.size()));
  std::int64_t last = 3000;
  for (const auto& group : failures["most"]) {
    const auto count = group["count"].get<std::int64_t>();
    const std::tuple key(group["outcome"].get<std::string>(), group["message"].get<std::string>(),
                         group["earlier"].get<bool>());
    EXPECT_EQ(count, counts[key]);
    EXPECT_LE(count, last) << "the most frequent first";
    last = count;
  }
}

TEST_F(ReportSums, HostsShareTheWorkOfAllRowsThatRan) {
  HostSums hosts;
  hosts.add(columns_);
  std::map<std::string, std::pair<std::set<std::int64_t>, std::int64_t>> work;
  for (const Row& row : rows_)
    if (integer_in(row, "status") != 0) {
      work[text_in(row, "host")].first.insert(integer_in(row, "rank"));
      ++work[text_in(row, "host")].second;
    }
  const auto json = hosts.json();
  ASSERT_EQ(json.size(), work.size());
  for (const auto& host : json) {
    EXPECT_EQ(host["ranks"], work[host["host"]].first.size());
    EXPECT_EQ(host["experiments"], work[host["host"]].second);
  }
}

TEST_F(ReportSums, OnlyRowsThatCountLearnNothingAndOnlyThoseThatRanHaveAVersion) {
  const auto unlearnt = std::ranges::count_if(rows_, [](const Row& row) {
    return is_done_and_planned(row) && real_in(row, "zero_ratio") > largest_learnt_ratio;
  });
  EXPECT_GT(unlearnt, 0);
  EXPECT_EQ(unlearnt_rows(columns_), unlearnt);
  EXPECT_EQ(result_versions(columns_), (std::set<std::int64_t>{1, 2}));
}

TEST(ReportRungs, PrunedRowsAreCountedWhereTheyWerePruned) {
  Table table = make_table(mixed_schema());
  add_search_columns(table);
  std::vector<Row> rows = mixed_rows(6);
  const double nan = std::nan("");
  const std::vector<std::pair<std::int64_t, double>> ends{{2, 5.0}, {1, 7.0}, {2, nan}, {2, 4.0}, {1, 6.0}, {0, 1.0}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i]["status"] = std::int64_t(i < 5 ? Outcome::pruned : Outcome::done);
    rows[i][rung_column] = ends[i].first;
    rows[i][rung_metric_column] = ends[i].second;
    rows[i][bracket_column] = std::int64_t{0};
  }
  const TableInMemory stored(table, rows);
  const auto json = rungs_json(TaskColumns(stored));
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json[0], nlohmann::ordered_json::parse(R"({"rung":1,"pruned":2,"reached":2,"least":6.0,"largest":7.0})"));
  EXPECT_EQ(json[1], nlohmann::ordered_json::parse(R"({"rung":2,"pruned":3,"reached":2,"least":4.0,"largest":5.0})"));
}

}  // namespace
}  // namespace icsweep::report
