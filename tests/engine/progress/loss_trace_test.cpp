#include "engine/progress/loss_trace.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

namespace icsweep {
namespace {

std::vector<double> trace_of(int losses) {
  LossTrace trace;
  for (int i = 0; i < losses; ++i) trace.add(i);
  return trace.losses();
}

TEST(LossTrace, KeepsEveryLossAtFirst) {
  EXPECT_TRUE(trace_of(0).empty());
  std::vector<double> all(15);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(trace_of(15), all);
}

TEST(LossTrace, KeepsEqualStepsAndTheLatest) {
  for (int losses = 1; losses < 300; ++losses) {
    const std::vector<double> kept = trace_of(losses);
    ASSERT_LE(kept.size(), LossTrace::most) << losses;
    ASSERT_EQ(kept.front(), 0) << losses;
    ASSERT_EQ(kept.back(), losses - 1) << losses;
    if (losses > 15) ASSERT_GE(kept.size(), LossTrace::most / 2) << losses;
    for (std::size_t i = 2; i + 1 < kept.size(); ++i)
      ASSERT_EQ(kept[i] - kept[i - 1], kept[1] - kept[0]) << losses << " losses, number " << i;
  }
}

TEST(LossTrace, LeavesOutWhatIsNotFinite) {
  LossTrace trace;
  trace.add(1);
  for (const double none : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    trace.add(none);
  EXPECT_EQ(trace.losses(), std::vector<double>{1});
}

}  // namespace
}  // namespace icsweep
