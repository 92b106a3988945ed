#include "io/report/timeline.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "io/report/mixed_table.hpp"

namespace icsweep::report {
namespace {

using Json = nlohmann::ordered_json;

LaunchRecord record() {
  return {
      .number = 1, .ranks = 2, .began = "1970-01-01T00:01:40Z", .ended = "1970-01-01T00:03:20Z", .ending = "complete"};
}

Bar bar(std::int64_t rank, double from, double to, int kind = 0) {
  return {rank, from, to, kind, false, 0, std::int64_t(to)};
}

TEST(ReportTimeline, ARankIsBusyFromItsFirstToItsLastExperimentWithoutPauses) {
  LaunchTimes launch(record());
  launch.add(bar(0, 100, 150), 0);
  launch.add(bar(1, 120, 180), 1);
  launch.add(bar(0, 160, 190), 0);
  launch.measure(0);
  EXPECT_EQ(launch.begin(), 100);
  EXPECT_EQ(launch.end(), 200);
  EXPECT_EQ(launch.busy(), 50 + 60 + 30);
  EXPECT_EQ(launch.present(), 2 * 100);
  EXPECT_EQ(launch.resumed(), 0);
  EXPECT_EQ(launch.json()["borders"], Json::parse("[1]"));
}

TEST(ReportTimeline, TimeBeforeTheRankWasFreeBelongsToEarlierRuns) {
  LaunchTimes launch(record());
  launch.add(bar(0, 20, 150), 0);
  launch.add(bar(0, 140, 170), 0);
  launch.measure(0);
  EXPECT_EQ(launch.resumed(), 2);
  EXPECT_EQ(launch.busy(), 50 + 20);
}

TEST(ReportTimeline, AKilledLaunchIsBusyUpToItsLastCheckpoints) {
  LaunchRecord killed = record();
  killed.ended.clear();
  killed.ending.clear();
  killed.checkpoints = {{0, 130}, {1, 150}, {0, 160}};
  LaunchTimes launch(killed);
  launch.add(bar(0, 100, 140), 0);
  launch.measure(0);
  EXPECT_EQ(launch.end(), 160);
  EXPECT_EQ(launch.busy(), 40 + 20 + 50);
  LaunchTimes alive(killed);
  alive.measure(300);
  EXPECT_EQ(alive.end(), 300);
}

TEST(ReportTimeline, NoCheckpointOfThePageIsAfterTheEndOfItsLaunch) {
  LaunchRecord killed = record();
  killed.ended.clear();
  killed.ending.clear();
  killed.checkpoints = {{0, 130.04}, {1, 150.06}};
  LaunchTimes launch(killed);
  launch.measure(0);
  const Json json = launch.json();
  EXPECT_EQ(json["checkpoints"], Json::parse("[0, 130.0, 1, 150.1]"));
  EXPECT_EQ(json["end"], 150.1);
}

TEST(ReportTimeline, GuestsArePresentWhileTheyHelp) {
  LaunchRecord helped = record();
  helped.guests = {{.first = 2, .ranks = 3, .job = "j", .joined = 150, .left = 170, .parting = "stopped"}};
  LaunchTimes launch(helped);
  launch.add(bar(3, 155, 165), 0);
  launch.measure(0);
  EXPECT_EQ(launch.ranks(), 5);
  EXPECT_EQ(launch.present(), 2 * 100 + 3 * 20);
  EXPECT_EQ(launch.experiments(launch.record().guests[0]), 1);
}

TEST(ReportTimeline, JoinedBarsCoverTheSameExperimentsAndShowFailures) {
  std::vector<Bar> bars;
  for (int i = 1; i <= 1000; ++i) bars.push_back(bar(i % 2, i - 1, i, i == 500 ? 2 : 0));
  const auto joined = joined_bars(bars, 100);
  EXPECT_LE(joined.size(), 22u);
  std::int64_t count = 0, failed = 0;
  for (const auto& b : joined) {
    count += b.count;
    failed += b.kind == 2;
    EXPECT_LT(b.to - b.from, 100);
  }
  EXPECT_EQ(count, 1000);
  EXPECT_EQ(failed, 1);
  EXPECT_EQ(joined_bars(bars, 0).size(), bars.size());
}

TEST(ReportTimeline, EveryExperimentIsInALaunchWhetherOrNotThePageHasRoomForItsBar) {
  const auto rows = mixed_rows(2000);
  const TableInMemory table(make_table(mixed_schema()), rows);
  const auto ended = std::ranges::count_if(rows, [](const Row& row) { return integer_in(row, "status") != 0; });
  for (const std::int64_t most : {2000, 100}) {
    Timeline timeline({{.number = 1, .ranks = 8, .began = "2001-09-09T01:46:40Z", .ending = "complete"}});
    timeline.add(TaskColumns(table), 0);
    NumberArrays arrays;
    const Json launches = timeline.json(
        0, false, most, [](int, std::int64_t row) { return row; }, arrays);
    ASSERT_EQ(launches.size(), 2u) << "launch 2 has rows and no record";
    std::int64_t experiments = 0, bars = 0;
    for (const auto& launch : launches) {
      experiments += launch["experiments"].get<std::int64_t>();
      bars += launch["bars"]["size"].get<std::int64_t>();
    }
    EXPECT_EQ(experiments, ended);
    if (most == 2000) EXPECT_EQ(bars, ended);
    else EXPECT_LT(bars, 200);
  }
}

}  // namespace
}  // namespace icsweep::report
