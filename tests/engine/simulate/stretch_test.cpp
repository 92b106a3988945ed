#include "engine/simulate/stretch.hpp"

#include <gtest/gtest.h>

namespace icsweep::stretch_test {
namespace {

const Prediction job{.flop = 1, .seconds = 20, .step = 0.1, .threads = 8, .shared_bytes = 8, .alone = 0};

/// The second half of the job, which starts at second 100.
Stretch half() {
  return {.from = 0.5, .to = 1, .seconds = 10, .left = 10, .since = 100, .end = 110};
}

TEST(Stretch, IsDoneEvenly) {
  EXPECT_EQ(half().done_at(100), 0.5);
  EXPECT_EQ(half().done_at(105), 0.75);
  EXPECT_EQ(half().done_at(200), 1);
  EXPECT_EQ(half().left_at(104), 6);
  EXPECT_EQ(half().used_at(104), 4);
}

TEST(Stretch, EndsEarlierOnMoreThreads) {
  Stretch x = half();
  x.set_threads({.own = 2}, 104, job, {});
  EXPECT_EQ(x.end, 107);
  EXPECT_EQ(x.used_at(x.end), 4 + 2 * 3);
  EXPECT_EQ(x.done_at(x.end), 1);
}

TEST(Stretch, MembersTakeTheTimeOfTheirMessages) {
  Stretch x = half();
  x.set_threads({.own = 1, .members = {{Rank(3), 1}}}, 100, job, {.round_trip = 0.05, .bandwidth = 1e9});
  EXPECT_NEAR(x.end, 110 + 100 * 2 * 8e-9, 1e-9);
  EXPECT_EQ(x.threads.all(), 2);
}

TEST(Stretch, IsCutWhereItPauses) {
  Stretch x = half();
  x.cut(102);
  EXPECT_EQ(x.end, 102);
  EXPECT_DOUBLE_EQ(x.to, 0.6);
  EXPECT_DOUBLE_EQ(x.seconds, 2);
}

}  // namespace
}  // namespace icsweep::stretch_test
