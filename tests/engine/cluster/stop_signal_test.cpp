#include "engine/cluster/stop_signal.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

namespace icsweep {
namespace {

using namespace std::chrono_literals;

// In a process of its own, since the request stays. The thread sanitizer reports a flag that is safe only in one
// thread.
TEST(StopSignal, IsSeenWhicheverThreadTakesIt) {
  const pid_t child = ::fork();
  if (child == 0) {
    stop_on_signals();
    std::thread taker([] { std::raise(SIGTERM); });
    for (int waited = 0; waited < 10'000 && !stop_requested(); ++waited) std::this_thread::sleep_for(1ms);
    taker.join();
    ::_exit(stop_requested() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace icsweep
