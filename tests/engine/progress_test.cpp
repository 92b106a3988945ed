#include "engine/progress.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

TEST(DurationText, PicksItsUnits) {
  EXPECT_EQ(duration_text(7.6), "8s");
  EXPECT_EQ(duration_text(185), "3m05s");
  EXPECT_EQ(duration_text(7800), "2h10m");
  EXPECT_EQ(duration_text(5 * 86400 + 3 * 3600), "5d03h");
}

Heartbeat news() {
  Heartbeat h;
  h.done = 7;
  h.total = 18;
  h.sequences_per_s = 412'345;
  h.eta_s = 80;
  h.in_flight = {{0, "augmented", "", "depth=3 seed=1", 10, 100, 0.0123},
                 {1, "augmented", "", "depth=2 seed=1", 1, 100, 0.5}};
  return h;
}

TEST(ProgressLine, SaysDoneInFlightRateAndTimeLeft) {
  EXPECT_EQ(ProgressBoard::line(news()), "7/18 done  2 in flight  412k sequences/s  ETA 1m20s  [depth=3 seed=1]");
}

TEST(ProgressLine, FitsATerminalOf80Columns) {
  Heartbeat h = news();
  h.in_flight[0].label = std::string(100, 'x');
  EXPECT_EQ(ProgressBoard::line(h), "7/18 done  2 in flight  412k sequences/s  ETA 1m20s");
}

TEST(ProgressLine, LeavesOutWhatATaskDoesNotHave) {
  Heartbeat h = news();
  h.sequences_per_s = 0;
  h.in_flight[0].label = "d=3";
  h.in_flight[0].loss = 1.25e-13;
  EXPECT_EQ(ProgressBoard::line(h), "7/18 done  2 in flight  ETA 1m20s  [d=3 loss 1.25e-13]");
  h.in_flight[0].loss = 0;
  EXPECT_EQ(ProgressBoard::line(h), "7/18 done  2 in flight  ETA 1m20s  [d=3]");
}

}  // namespace
}  // namespace icsweep
