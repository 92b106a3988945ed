#include "engine/progress/status_watch.hpp"

#include <gtest/gtest.h>

namespace icsweep::status_watch_test {
namespace {

using namespace std::chrono_literals;
using State = LaunchPulse::State;

Heartbeat elsewhere(std::int64_t counter) {
  Heartbeat h;
  h.host = "another-host.invalid";
  h.pid = 12;
  h.counter = counter;
  return h;
}

const LaunchPulse::Clock::time_point start{};

TEST(LaunchPulse, AHeartbeatThatWasNeverThereIsNoLaunch) {
  LaunchPulse pulse;
  EXPECT_EQ(pulse.look(std::nullopt, start), State::none);
}

TEST(LaunchPulse, AHeartbeatThatWentAwayIsALaunchThatEnded) {
  LaunchPulse pulse;
  EXPECT_EQ(pulse.look(elsewhere(1), start), State::running);
  EXPECT_EQ(pulse.look(std::nullopt, start + 1s), State::gone);
}

TEST(LaunchPulse, OnAnotherHostItLivesWhileItsCounterMovesByOurClock) {
  LaunchPulse pulse;
  EXPECT_EQ(pulse.look(elsewhere(1), start), State::running);
  EXPECT_EQ(pulse.look(elsewhere(1), start + 29s), State::running);
  EXPECT_EQ(pulse.look(elsewhere(2), start + 29s), State::running);
  EXPECT_EQ(pulse.look(elsewhere(2), start + 58s), State::running);
  EXPECT_EQ(pulse.look(elsewhere(2), start + 59s), State::silent);
}

TEST(LaunchPulse, OnThisHostItDiesWithItsProcess) {
  LaunchPulse pulse;
  Heartbeat h = elsewhere(1);
  h.host = host_name();
  h.pid = 1 << 30;  // larger than every process id
  h.pid_start = 1;
  EXPECT_EQ(pulse.look(h, start), State::killed);
}

}  // namespace
}  // namespace icsweep::status_watch_test
