#include "engine/watchdog.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

namespace icsweep {
namespace {

// What a signal handler may read.
std::string last_line;
int exit_status = 1;

constexpr double look_every = 0.5;               // seconds
std::chrono::steady_clock::time_point expected;  // when a tick was last expected

void end_process(int) {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, last_line.data(), last_line.size());
  ::_exit(exit_status);
}

/// 0: never.
void ring_in(double seconds) {
  const std::chrono::duration<double> time(std::min(seconds, 1e9));
  const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(time);
  itimerval alarm{};
  alarm.it_value.tv_sec = time_t(whole.count() / 1'000'000);
  alarm.it_value.tv_usec = suseconds_t(whole.count() % 1'000'000);
  ::setitimer(ITIMER_REAL, &alarm, nullptr);
}

}  // namespace

std::optional<int> Silence::hanging(Time now) const {
  for (const auto& [rank, last] : last_)
    if (limit_ > 0 && now - last > std::chrono::duration<double>(limit_)) return rank;
  return std::nullopt;
}

void expect_tick_within(double seconds, int status, const std::function<std::string()>& line) {
  if (!(seconds > 0)) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - expected < std::chrono::duration<double>(look_every)) return;
  expected = now;
  ring_in(0);
  last_line = line() + "\n";
  exit_status = status;
  std::signal(SIGALRM, end_process);
  ring_in(seconds + look_every);  // a call that has just not been looked at counts too
}

void expect_no_tick() {
  ring_in(0);
  expected = {};
}

}  // namespace icsweep
