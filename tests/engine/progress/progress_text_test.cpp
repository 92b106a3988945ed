#include "engine/progress/progress_text.hpp"

#include <gtest/gtest.h>

#include "support/some_news.hpp"

namespace icsweep {
namespace {

TEST(DurationText, PicksItsUnits) {
  EXPECT_EQ(duration_text(7.6), "8s");
  EXPECT_EQ(duration_text(185), "3m05s");
  EXPECT_EQ(duration_text(7800), "2h10m");
  EXPECT_EQ(duration_text(5 * 86400 + 3 * 3600), "5d03h");
}

TEST(TimeText, IsFinerBelowASecond) {
  EXPECT_EQ(time_text(0), "0s");
  EXPECT_EQ(time_text(1.25e-5), "12.5us");
  EXPECT_EQ(time_text(0.35), "350ms");
  EXPECT_EQ(time_text(185), "3m05s");
}

TEST(PercentText, SaysHundredAtTheEndAlone) {
  EXPECT_EQ(percent_text(0.9999), "99%");
  EXPECT_EQ(percent_text(1), "100%");
  EXPECT_EQ(percent_text(-0.1), "0%");
}

TEST(TraceText, IsHeightsOverTheLogarithmOrTheLastFewNumbers) {
  const InFlight e{0, "toy", "", "", 4, 9, 0.001, {1, 0.1, 0.01, 0.001}};
  EXPECT_EQ(trace_text(e, true), "█▆▃▁");
  EXPECT_EQ(trace_text(e, false), "1 0.1 0.01 0.001");
  EXPECT_EQ(trace_text({0, "toy", "", "", 4, 9, 1, {1, 1}}, true), "▁▁");
  EXPECT_EQ(trace_text({0, "toy", "", "", 4, 9, 1, {1}}, true), "") << "there is no curve yet";
}

TEST(SavedText, SaysHowManyAndHowFar) {
  EXPECT_EQ(saved_text(0, 0, 4), "");
  EXPECT_EQ(saved_text(1, 0.5, 1), "saved at 50 %");
  EXPECT_EQ(saved_text(1, 0.5, 4), "1 of them saved at 50 %");
  EXPECT_EQ(saved_text(4, 0.379, 4), "4 of them saved at 37 % on average");
}

TEST(ProgressLine, SaysEverythingOnOneLine) {
  EXPECT_EQ(progress_line(some_news()),
            "7/18 done  39%  2 in flight  412k sequences/s  elapsed 50s  ETA 1m20s  "
            "[depth=3 seed=1 step 10/100 loss 0.0123; depth=2 seed=1 step 1/100 loss 0.5]");
}

TEST(ProgressLine, NamesAFewOfManyInFlight) {
  Heartbeat h = some_news();
  for (int rank = 2; rank < 9; ++rank) h.in_flight.push_back({rank, "toy", "", "", 0, 0, 0});
  const std::string line = progress_line(h);
  EXPECT_NE(line.find("9 in flight"), std::string::npos);
  EXPECT_NE(line.find("; toy; toy; and 5 more]"), std::string::npos) << line;
}

TEST(ProgressLine, LeavesOutWhatATaskDoesNotHave) {
  Heartbeat h = some_news();
  h.sequences_per_s = 0;
  h.elapsed_s = 0;
  h.in_flight = {{0, "closed", "", "d=3", 0, 0, 0}};
  EXPECT_EQ(progress_line(h), "7/18 done  39%  1 in flight  ETA 1m20s  [d=3]");
}

TEST(ProgressLine, AnUnknownTimeLeftIsAQuestionMarkAndNoneIsSaidOfAnEndedLaunch) {
  Heartbeat h = some_news();
  h.eta_s = -1;
  EXPECT_NE(progress_line(h).find("ETA ?"), std::string::npos);
  h.in_flight.clear();
  EXPECT_EQ(progress_line(h), "7/18 done  39%  412k sequences/s  elapsed 50s");
}

TEST(ProgressLine, CountsWhatDidNotEndAsDoneAndQuotesTheLastFailures) {
  const std::string line = progress_line(with_failures(some_news()));
  EXPECT_TRUE(line.starts_with("7/18 done (1 diverged, 2 failed, 1 timed_out)  39%")) << line;
  EXPECT_TRUE(line.ends_with("  3 failures, the last: depth=9: out of memory; augmented: timed_out")) << line;
}

TEST(ProgressLine, AMessageCannotWriteASecondLineOrEscape) {
  Heartbeat h = with_failures(some_news());
  h.failures[0].message = "a\nb\x1b[2J";
  EXPECT_NE(progress_line(h).find("a b?[2J"), std::string::npos);
}

}  // namespace
}  // namespace icsweep
