#include "engine/cluster/watchdog.hpp"

#include <gtest/gtest.h>
#include <sys/time.h>

#include <csignal>
#include <thread>

#include "support/sanitizers.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;

/// The process then prints this: it has not been ended before.
[[noreturn]] void live_for(std::chrono::milliseconds time) {
  std::this_thread::sleep_for(time);
  std::fputs("lives", stderr);
  std::_Exit(0);
}

class ExpectedTick : public ::testing::Test {
 protected:
  void expect_tick(double seconds) {
    watchdog_.expect_tick_within(seconds, 70, [] { return std::string("it hangs"); });
  }

  Watchdog watchdog_;
};

TEST_F(ExpectedTick, EndsTheProcessWithItsStatusAndLineWhenItDoesNotCome) {
  EXPECT_EXIT((expect_tick(0.1), live_for(10s)), ::testing::ExitedWithCode(70), "^it hangs\n$");
}

TEST_F(ExpectedTick, EndsALoopThatSleepsNowhere) {
  if (under_thread_sanitizer) GTEST_SKIP() << "the thread sanitizer delays a signal until the program makes a call";
  const auto loop = [this] {
    expect_tick(0.1);
    for (volatile bool forever = true; forever;) continue;
  };
  EXPECT_EXIT(loop(), ::testing::ExitedWithCode(70), "^it hangs\n$");
}

RunningClock::time_point set_time;
void advance(double seconds) {
  set_time += std::chrono::duration_cast<RunningClock::duration>(std::chrono::duration<double>(seconds));
}

/// Calls with a limit of one second, 0.45 s apart; then the alarm rings `silence` seconds after the second call.
[[noreturn]] void ring_after(double silence) {
  Watchdog watchdog([] { return set_time; });
  const auto expect_tick = [&] { watchdog.expect_tick_within(1, 70, [] { return std::string("it hangs"); }); };
  set_time = RunningClock::now();
  expect_tick();
  advance(0.45);
  expect_tick();
  advance(silence);
  ::raise(SIGALRM);
  watchdog.expect_no_tick();
  live_for(0ms);
}

/// Also by a call that comes too soon after another to be examined.
TEST_F(ExpectedTick, IsRenewedByEveryCall) {
  EXPECT_EXIT(ring_after(0.95), ::testing::ExitedWithCode(0), "lives");
  EXPECT_EXIT(ring_after(1.2), ::testing::ExitedWithCode(70), "^it hangs\n$");
}

bool will_ring() {
  itimerval alarm{};
  ::getitimer(ITIMER_REAL, &alarm);
  return alarm.it_value.tv_sec > 0 || alarm.it_value.tv_usec > 0;
}

TEST_F(ExpectedTick, IsNotExpectedAnyMoreAfterTheEnd) {
  expect_tick(1000);
  EXPECT_TRUE(will_ring());
  watchdog_.expect_no_tick();
  EXPECT_FALSE(will_ring());
}

TEST_F(ExpectedTick, IsExpectedAgainAtOnceByTheNextExperiment) {
  const auto next = [this] {
    expect_tick(0.1);
    watchdog_.expect_no_tick();
    expect_tick(0.1);
    live_for(10s);
  };
  EXPECT_EXIT(next(), ::testing::ExitedWithCode(70), "it hangs");
}

TEST_F(ExpectedTick, IsNeverExpectedWithoutALimit) {
  expect_tick(0);
  EXPECT_FALSE(will_ring());
}

/// The text may need values that are known only during the run, and it costs time.
TEST(Watchdog, AsksForTheLineTwiceASecondAtMost) {
  int asked = 0;
  set_time = RunningClock::now();
  Watchdog watchdog([] { return set_time; });
  for (int i = 0; i < 1000; ++i, advance(0.001))
    watchdog.expect_tick_within(60, 70, [&] { return ++asked, std::string("it hangs"); });
  EXPECT_EQ(asked, 2);
}

}  // namespace
}  // namespace icsweep
