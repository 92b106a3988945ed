#include "engine/progress/progress_block.hpp"

#include <gtest/gtest.h>

#include "io/base/text_columns.hpp"
#include "support/some_news.hpp"

namespace icsweep {
namespace {

using Lines = std::vector<std::string>;

std::string without_colours(std::string line) {
  for (std::size_t at; (at = line.find('\x1b')) != line.npos;) line.erase(at, line.find('m', at) - at + 1);
  return line;
}

/// Many experiments in flight, with labels of any length and script, and failures.
Heartbeat crowded() {
  Heartbeat h = with_failures(some_news());
  for (int rank = 2; rank < 100; ++rank)
    h.in_flight.push_back(
        {rank, "toy", "", "名=日本語 e\u0301 " + std::string(std::size_t(rank), 'x'), rank, 1000, 1.5});
  h.failures[0].message = std::string(500, 'm');
  return h;
}

TEST(ProgressBlock, ShowsBarCountsAndWhatIsInFlight) {
  EXPECT_EQ(progress_block(some_news(), {80, 24, false}),
            (Lines{"[###############-------------------------] 39%  ETA 1m20s  elapsed 50s",
                   "7/18 done  2 in flight  412k sequences/s", "  rank 0  depth=3 seed=1  step 10/100  loss 0.0123",
                   "  rank 1  depth=2 seed=1  step 1/100  loss 0.5"}));
}

TEST(ProgressBlock, SaysWhatNoHostCanHold) {
  Heartbeat h = some_news();
  h.no_host = "2 experiments wait for a host";
  EXPECT_EQ(progress_block(h, {80, 24, false})[2], "  2 experiments wait for a host");
}

TEST(ProgressBlock, ShowsLossesSoFarWhereThereIsRoom) {
  Heartbeat h = some_news();
  h.in_flight[0].losses = {1, 0.1, 0.01};
  EXPECT_EQ(progress_block(h, {80, 24, false, true})[2], "  rank 0  depth=3 seed=1  step 10/100  loss 0.0123  █▅▁");
  EXPECT_EQ(progress_block(h, {80, 24, false, false})[2],
            "  rank 0  depth=3 seed=1  step 10/100  loss 0.0123  1 0.1 0.01");
  EXPECT_EQ(progress_block(h, {60, 24, false, false})[2], "  rank 0  depth=3 seed=1  step 10/100  loss 0.0123");
}

TEST(ProgressBlock, SaysLessOfEachExperimentOnANarrowTerminal) {
  EXPECT_EQ(progress_block(some_news(), {40, 24, false}),
            (Lines{"[#########--------------] 39%  ETA 1m20s", "7/18 done  2 in flight  412k sequences/s",
                   "  depth=3 seed=1   10%  loss 0.0123", "  depth=2 seed=1    1%  loss 0.5"}));
  EXPECT_EQ(progress_block(some_news(), {24, 24, false}),
            (Lines{"39%  ETA 1m20s", "7/18 done  2 in flight  ", "  depth=3 seed=1   10%", "  depth=2 seed=1    1%"}));
  EXPECT_EQ(progress_block(some_news(), {20, 24, false}),
            (Lines{"39%  ETA 1m20s", "7/18 done  2 in flig", "  depth=3 seed=1", "  depth=2 seed=1"}));
}

TEST(ProgressBlock, IsNeverWiderOrHigherThanTheTerminal) {
  for (const Heartbeat& h : {crowded(), some_news(), Heartbeat{}})
    for (int columns = 1; columns <= 130; ++columns)
      for (const int rows : {1, 2, 4, 24})
        for (const bool colour : {false, true}) {
          const auto lines = progress_block(h, {columns, rows, colour});
          EXPECT_LE(int(lines.size()), std::max(1, rows - 1));
          for (const auto& line : lines)
            EXPECT_LE(columns_of(without_colours(line)), columns) << columns << ": " << line;
        }
}

TEST(ProgressBlock, ColoursChangeNoText) {
  const auto plain = progress_block(crowded(), {70, 24, false});
  auto coloured = progress_block(crowded(), {70, 24, true});
  EXPECT_NE(coloured, plain);
  for (auto& line : coloured) line = without_colours(line);
  EXPECT_EQ(coloured, plain);
}

TEST(ProgressBlock, CountsThoseInFlightItDoesNotList) {
  const auto lines = progress_block(crowded(), {80, 50, false});
  EXPECT_EQ(lines.size(), 2u + 12u + 1u);
  EXPECT_EQ(lines[13], "  and 89 more");
}

TEST(ProgressBlock, EndsWithTheFailures) {
  const auto lines = progress_block(with_failures(some_news()), {80, 24, false});
  EXPECT_EQ(lines[1], "7/18 done (1 diverged, 2 failed, 1 timed_out)  2 in flight  412k sequences/s");
  EXPECT_EQ(lines.back(), "3 failures, the last: depth=9: out of memory; augmented: timed_out");
  EXPECT_EQ(progress_block(with_failures(some_news()), {80, 4, false}).back(), lines.back());
}

TEST(ProgressBlock, NamesTheTaskWhereTasksDifferOrALabelIsEmpty) {
  Heartbeat h = some_news();
  h.in_flight[1].label = "";
  EXPECT_EQ(progress_block(h, {80, 24, false})[3], "  rank 1  augmented       step 1/100  loss 0.5");
  h.in_flight[1].task = "toy";
  EXPECT_EQ(progress_block(h, {80, 24, false})[2], "  rank 0  augmented  depth=3 seed=1  step 10/100  loss 0.0123");
}

TEST(ProgressBlock, NamesTheLaunchesThatHelp) {
  Heartbeat h = some_news();
  h.guests = {{"1", "host h2, process 7", 2, 2}, {"2", "host h3, process 8", 4, 1}};
  const Lines lines = progress_block(h, {80, 24, false});
  EXPECT_EQ(lines[2], "  with ranks 2 to 3 of host h2, process 7");
  EXPECT_EQ(lines[3], "  with rank 4 of host h3, process 8");
  h.guests.resize(7);
  EXPECT_EQ(progress_block(h, {80, 24, false})[6], "  and 3 more");
  EXPECT_LE(progress_block(h, {80, 6, false}).size(), 5u);
}

TEST(ProgressBlock, OfNoExperimentsAndOfAnEndedSweepHasNothingInFlight) {
  Heartbeat h;
  EXPECT_EQ(progress_block(h, {80, 24, false}), (Lines{"[----------------------------------------] 0%", "0/0 done"}));
  h.done = h.total = 18;
  h.share = 1;
  EXPECT_EQ(progress_block(h, {80, 24, false}),
            (Lines{"[########################################] 100%", "18/18 done"}));
}

}  // namespace
}  // namespace icsweep
