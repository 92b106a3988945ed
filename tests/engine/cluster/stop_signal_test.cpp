#include "engine/cluster/stop_signal.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <thread>

namespace icsweep {
namespace {

using namespace std::chrono_literals;

// The thread sanitizer reports a flag that is safe only in one thread.
TEST(StopFlag, IsSetWhicheverThreadTakesTheSignal) {
  StopFlag stop;
  stop.set_by_signals();
  std::thread taker([] { std::raise(SIGTERM); });
  for (int waited = 0; waited < 300'000 && !stop.is_set(); ++waited) std::this_thread::sleep_for(1ms);
  taker.join();
  EXPECT_TRUE(stop.is_set());
}

TEST(StopFlag, SignalsSetTheOneThatAskedLastAndNoneAfterItsEnd) {
  StopFlag first;
  first.set_by_signals();
  {
    StopFlag second;
    second.set_by_signals();
    std::raise(SIGINT);
    EXPECT_TRUE(second.is_set());
  }
  std::raise(SIGUSR1);
  EXPECT_FALSE(first.is_set());
}

}  // namespace
}  // namespace icsweep
