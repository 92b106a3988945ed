#include "tasks/training/stability.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

double jumps_of(const std::vector<double>& losses) {
  Jumps jumps;
  for (const double loss : losses) jumps.add(loss);
  return jumps.count();
}

TEST(Jumps, ATenfoldRiseCountsOnce) {
  EXPECT_EQ(jumps_of({1, .5, .1, .9, 1.1, 2, 3}), 1);
  EXPECT_EQ(jumps_of({1, .5, .1, .99}), 0);
  EXPECT_EQ(jumps_of({.1, 1, .1, 1}), 2);
}

TEST(Jumps, ARiseOverMoreThanFiftyStepsIsNone) {
  std::vector<double> slow{.1};
  slow.insert(slow.end(), 49, .5);
  std::vector<double> quick = slow;
  quick.push_back(1);
  EXPECT_EQ(jumps_of(quick), 1);
  slow.push_back(.5);
  slow.push_back(1);
  EXPECT_EQ(jumps_of(slow), 0);
}

TEST(Jumps, GoesOnFromItsState) {
  Jumps whole, stopped;
  const auto loss = [](int step) { return step % 60 == 59 ? 20. : 1.; };
  for (int step = 0; step < 90; ++step) whole.add(loss(step)), stopped.add(loss(step));
  std::string saved;
  Archive into(&saved);
  into(stopped);
  Archive from{std::string_view(saved)};
  Jumps resumed;
  from(resumed);
  for (int step = 90; step < 300; ++step) whole.add(loss(step)), resumed.add(loss(step));
  EXPECT_EQ(resumed.count(), whole.count());
  EXPECT_EQ(whole.count(), 5);
}

}  // namespace
}  // namespace icsweep
