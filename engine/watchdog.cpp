#include "engine/watchdog.hpp"

#include <unistd.h>

#include <cmath>
#include <csignal>

namespace icsweep {
namespace {

// What a signal handler may read.
std::string last_line;
int exit_status = 1;

std::chrono::steady_clock::time_point expected;  // when a tick was last expected

void end_process(int) {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, last_line.data(), last_line.size());
  ::_exit(exit_status);
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
  if (now - expected < std::chrono::milliseconds(500)) return;
  expected = now;
  ::alarm(0);
  last_line = line() + "\n";
  exit_status = status;
  std::signal(SIGALRM, end_process);
  ::alarm(unsigned(std::ceil(seconds)));
}

void expect_no_tick() {
  ::alarm(0);
  expected = {};
}

}  // namespace icsweep
