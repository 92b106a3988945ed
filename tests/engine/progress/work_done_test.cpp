#include "engine/progress/work_done.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

TEST(SecondsLeft, AreUnknownBeforeAnythingIsDone) {
  EXPECT_LT(seconds_left({.done = 0, .left = 5, .elapsed_s = 3}), 0);
}

TEST(SecondsLeft, AreTheCostLeftOverTheRateSoFar) {
  EXPECT_DOUBLE_EQ(seconds_left({.done = 2, .left = 6, .longest_left = 1, .elapsed_s = 10, .busy_s = 20}), 30);
}

/// Two ranks did 8 in 10 s. One continues alone with 2 left, at 0.4 per second and not 0.8.
TEST(SecondsLeft, AreNoLessThanTheLastExperimentTakesOnItsRank) {
  EXPECT_DOUBLE_EQ(seconds_left({.done = 8, .left = 2, .longest_left = 2, .elapsed_s = 10, .busy_s = 20}), 5);
}

/// A launch of 1000 units, with a report once per second.
class Recent : public ::testing::Test {
 protected:
  /// Seconds left after `seconds` more at `rate` units per second, on two threads.
  double after(int seconds, double rate) {
    double left = -1;
    for (int s = 0; s < seconds; ++s) {
      done_ += rate;
      left = report(1);
    }
    return left;
  }
  double report(double seconds) {
    elapsed_s_ += seconds;
    part_ = recent_.of({.done = done_, .left = 1000 - done_, .elapsed_s = elapsed_s_, .busy_s = 2 * elapsed_s_});
    return seconds_left(part_);
  }

  RecentWork recent_;
  WorkDone part_;
  double done_ = 0, elapsed_s_ = 0;
};

TEST_F(Recent, AtFirstItIsTheWholeLaunch) {
  EXPECT_NEAR(after(200, 0.1), 980 / 0.1, 1e-6);
  EXPECT_NEAR(after(90, 1), (1000 - 110) / (110 / 290.0), 1e-6);
}

/// A neighbour took the cores for an hour. The average rate of the launch would give more than four hours.
TEST_F(Recent, ForgetsThatTheMachineWasSlow) {
  after(3600, 0.01);
  const double left = after(330, 0.5);
  EXPECT_NEAR(left, (1000 - 36 - 165) / 0.5, 5);
  EXPECT_NEAR(part_.busy_s, 2 * part_.elapsed_s, 1e-9);
}

TEST_F(Recent, ForgetsThatTheMachineWasFast) {
  after(300, 1);
  EXPECT_NEAR(after(1500, 0.1), (1000 - 300 - 150) / 0.1, 10);
}

/// Experiments of 100 units report only their ends, one per hour. The hours count, and not the moment of an end.
TEST_F(Recent, WorkThatComesInLumpsHasTheRateOfHours) {
  for (int hour = 1; hour < 10; ++hour) {
    after(3599, 0);
    done_ += 100;
    EXPECT_NEAR(report(1), (10 - hour) * 3600, 1e-6) << hour;
  }
}

/// Nothing is done any more: the time left grows with the time that passes.
TEST_F(Recent, WithoutWorkTheTimeLeftGrows) {
  const double before = after(1000, 0.5), later = after(1000, 0);
  EXPECT_GT(later, 1.5 * before);
  EXPECT_LT(later, 10 * before);
}

}  // namespace
}  // namespace icsweep
