#include "engine/launch/liveness.hpp"

#include <gtest/gtest.h>

#include "tests/support/numbers.hpp"

namespace icsweep {
namespace {

constexpr double start = 3600;

TEST(LivenessMonitor, ARankHangsWhenItHasNotBeenHeardOfForTheLimit) {
  LivenessMonitor silence(2);
  silence.heard(3_rank, start);
  EXPECT_EQ(silence.hanging(start + 2), std::nullopt);
  EXPECT_EQ(silence.hanging(start + 2.001), 3_rank);
}

TEST(LivenessMonitor, EveryWordRenewsIt) {
  LivenessMonitor silence(2);
  for (double now = start; now < start + 10; now += 1.5) {
    EXPECT_EQ(silence.hanging(now), std::nullopt);
    silence.heard(3_rank, now);
  }
}

TEST(LivenessMonitor, ARankThatHasTakenItsLeaveMayBeSilent) {
  LivenessMonitor silence(2);
  EXPECT_EQ(silence.hanging(start), std::nullopt);
  silence.heard(1_rank, start);
  silence.heard(2_rank, start);
  silence.forget(1_rank);
  EXPECT_EQ(silence.hanging(start + 3600), 2_rank);
  silence.forget(2_rank);
  silence.forget(2_rank);
  EXPECT_EQ(silence.hanging(start + 3600), std::nullopt);
}

TEST(LivenessMonitor, OneRanksWordIsNotAnothers) {
  LivenessMonitor silence(2);
  silence.heard(1_rank, start);
  silence.heard(2_rank, start);
  silence.heard(1_rank, start + 2);
  EXPECT_EQ(silence.hanging(start + 3), 2_rank);
}

TEST(LivenessMonitor, WithoutALimitNothingHangs) {
  LivenessMonitor silence(0);
  silence.heard(1_rank, start);
  EXPECT_EQ(silence.hanging(start + 3.6e6), std::nullopt);
}

}  // namespace
}  // namespace icsweep
