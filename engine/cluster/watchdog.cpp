#include "engine/cluster/watchdog.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

namespace icsweep {
namespace {

Watchdog* watchdog_of_alarm = nullptr;  // a signal handler takes no arguments from us

constexpr double look_every = 0.5, longest = 1e9;  // seconds

/// Sets the alarm; 0 disables it.
void ring_in(double seconds) {
  const std::chrono::duration<double> time(std::clamp(seconds, 0.0, longest));
  const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(time);
  itimerval alarm{};
  alarm.it_value.tv_sec = time_t(whole.count() / 1'000'000);
  alarm.it_value.tv_usec = suseconds_t(whole.count() % 1'000'000);
  ::setitimer(ITIMER_REAL, &alarm, nullptr);
}

}  // namespace

/// The alarm's clock continues while this process is frozen; RunningClock does not.
void Watchdog::ring(int) {
  const Watchdog& self = *watchdog_of_alarm;
  const double left = self.longest_silence_ - self.silence();
  if (left > 0) return ring_in(std::max(left, 0.01));
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, self.line_.data(), self.line_.size());
  ::_exit(self.status_);
}

void Watchdog::expect_tick_within(double seconds, int status, const std::function<std::string()>& line) {
  if (!(seconds > 0)) return;
  if (is_expected_ && silence() < look_every) return;
  ring_in(0);
  is_expected_ = true;
  last_tick_ = now_();
  line_ = line() + "\n";
  longest_silence_ = seconds + look_every;  // the last call may have been up to look_every later than last_tick_
  status_ = status;
  watchdog_of_alarm = this;
  std::signal(SIGALRM, ring);
  ring_in(longest_silence_);
}

void Watchdog::expect_no_tick() {
  if (!is_expected_) return;
  ring_in(0);
  is_expected_ = false;
}

}  // namespace icsweep
