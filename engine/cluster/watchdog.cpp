#include "engine/cluster/watchdog.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

namespace icsweep {
namespace {

// The signal handler reads these.
std::string last_line;
int exit_status = 1;

bool is_expected = false;            // whether a tick is expected
RunningClock::time_point last_tick;  // the last tick that was looked at
double longest_silence;              // seconds after last_tick

constexpr double look_every = 0.5, longest = 1e9;  // seconds

void ring_in(double seconds);

/// The alarm's clock goes on while this process stands still; RunningClock does not.
void end_process(int) {
  const double left = longest_silence - running_seconds_since(last_tick);
  if (left > 0) return ring_in(std::max(left, 0.01));
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, last_line.data(), last_line.size());
  ::_exit(exit_status);
}

/// Sets the alarm; 0 switches it off.
void ring_in(double seconds) {
  const std::chrono::duration<double> time(std::clamp(seconds, 0.0, longest));
  const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(time);
  itimerval alarm{};
  alarm.it_value.tv_sec = time_t(whole.count() / 1'000'000);
  alarm.it_value.tv_usec = suseconds_t(whole.count() % 1'000'000);
  ::setitimer(ITIMER_REAL, &alarm, nullptr);
}

}  // namespace

std::optional<int> LivenessMonitor::hanging(Time now) const {
  for (const auto& [rank, last] : last_)
    if (limit_ > 0 && now - last > std::chrono::duration<double>(limit_)) return rank;
  return std::nullopt;
}

void expect_tick_within(double seconds, int status, const std::function<std::string()>& line) {
  if (!(seconds > 0)) return;
  if (is_expected && running_seconds_since(last_tick) < look_every) return;
  ring_in(0);
  is_expected = true;
  last_tick = RunningClock::now();
  last_line = line() + "\n";
  longest_silence = seconds + look_every;  // the last call may have been up to look_every later than last_tick
  exit_status = status;
  std::signal(SIGALRM, end_process);
  ring_in(longest_silence);
}

void expect_no_tick() {
  ring_in(0);
  is_expected = false;
}

}  // namespace icsweep
