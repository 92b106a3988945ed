#include "io/store/running_clock.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "support/child_process.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;

TEST(RunningClock, GoesAsTheWallClockGoesAndNeverBack) {
  const auto wall = Steady::now();
  const auto begin = RunningClock::now();
  for (auto last = begin; last - begin < 1s;) {  // a look may be late if all cores are busy; then less has counted
    const auto now = RunningClock::now();
    ASSERT_GE(now, last);
    last = now;
  }
  const auto passed = RunningClock::now() - begin;
  EXPECT_LE(passed, Steady::now() - wall + 20ms);
}

/// Seconds that pass on both clocks in a child that is stopped in between.
struct Passed {
  double running, wall;
};
Passed passed_in_stopped_child(std::chrono::milliseconds stopped) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  const test::ChildProcess child([&] {
    const auto begin = RunningClock::now();
    const auto wall = Steady::now();
    ::raise(SIGSTOP);
    for (int i = 0; i < 50; ++i) RunningClock::now();
    std::this_thread::sleep_for(100ms);
    const Passed passed{running_seconds_since(begin), std::chrono::duration<double>(Steady::now() - wall).count()};
    return ::write(ends[1], &passed, sizeof passed) == ssize_t(sizeof passed) ? 0 : 1;
  });
  int status = 0;
  ::waitpid(child.pid(), &status, WUNTRACED);
  std::this_thread::sleep_for(stopped);
  ::kill(child.pid(), SIGCONT);
  EXPECT_EQ(child.wait(), 0);
  Passed passed{};
  EXPECT_EQ(::read(ends[0], &passed, sizeof passed), ssize_t(sizeof passed));
  ::close(ends[0]);
  ::close(ends[1]);
  return passed;
}

TEST(RunningClock, StandsStillWhileTheProcessDoesAlsoInAForkedChild) {
  RunningClock::now();  // a child does not have the parent's thread
  const Passed passed = passed_in_stopped_child(3s);
  EXPECT_GE(passed.wall, 3);
  EXPECT_LE(passed.running, passed.wall - 1.5);  // at most a period of one second of the stop counts
  EXPECT_GE(passed.running, 0.1);
}

}  // namespace
}  // namespace icsweep
