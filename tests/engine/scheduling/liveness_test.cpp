#include "engine/scheduling/liveness.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

constexpr double start = 3600;

TEST(LivenessMonitor, ARankHangsWhenItHasNotBeenHeardOfForTheLimit) {
  LivenessMonitor silence(2);
  silence.heard(3, start);
  EXPECT_EQ(silence.hanging(start + 2), std::nullopt);
  EXPECT_EQ(silence.hanging(start + 2.001), 3);
}

TEST(LivenessMonitor, EveryWordRenewsIt) {
  LivenessMonitor silence(2);
  for (double now = start; now < start + 10; now += 1.5) {
    EXPECT_EQ(silence.hanging(now), std::nullopt);
    silence.heard(3, now);
  }
}

TEST(LivenessMonitor, ARankThatHasTakenItsLeaveMayBeSilent) {
  LivenessMonitor silence(2);
  EXPECT_EQ(silence.hanging(start), std::nullopt);
  silence.heard(1, start);
  silence.heard(2, start);
  silence.forget(1);
  EXPECT_EQ(silence.hanging(start + 3600), 2);
  silence.forget(2);
  silence.forget(2);
  EXPECT_EQ(silence.hanging(start + 3600), std::nullopt);
}

TEST(LivenessMonitor, OneRanksWordIsNotAnothers) {
  LivenessMonitor silence(2);
  silence.heard(1, start);
  silence.heard(2, start);
  silence.heard(1, start + 2);
  EXPECT_EQ(silence.hanging(start + 3), 2);
}

TEST(LivenessMonitor, WithoutALimitNothingHangs) {
  LivenessMonitor silence(0);
  silence.heard(1, start);
  EXPECT_EQ(silence.hanging(start + 3.6e6), std::nullopt);
}

}  // namespace
}  // namespace icsweep
