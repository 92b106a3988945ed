#include "engine/cluster/walltime.hpp"

#include <gtest/gtest.h>

#include "engine/cluster/stop_signal.hpp"
#include "io/base/error.hpp"

namespace icsweep {
namespace {

TEST(Walltime, IsSecondsOrATimeAsInASweepFile) {
  EXPECT_EQ(walltime_of("90", "plan"), 90);
  EXPECT_EQ(walltime_of("1h30m", "plan"), 5400);
  EXPECT_EQ(walltime_of("00:30:00", "plan"), 1800);
  for (const char* text : {"", "soon", "-5", "0", "1h\"\n[sweep]"})
    EXPECT_THROW(walltime_of(text, "plan"), Error) << text;
}

TEST(Walltime, WhenItIsOverTheProcessIsAskedToStop) {
  StopFlag stop;
  stop.set_after(60);
  EXPECT_FALSE(stop.is_set());
  EXPECT_GT(stop.seconds_left(), 0);
  stop.set_after(0);
  EXPECT_TRUE(stop.is_set());
  stop.set_after(1e18);
  EXPECT_FALSE(stop.is_set());
}

}  // namespace
}  // namespace icsweep
