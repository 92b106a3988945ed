// Finds experiments that no longer tick.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "io/store/running_clock.hpp"

namespace icsweep {

/// Ends this process if an expected tick does not come. Watches the coordinator's own experiment and its waits for
/// other ranks, which no other process watches. There is one timer per process, so only one object at a time can
/// expect a tick.
class Watchdog {
 public:
  using Clock = RunningClock::time_point();
  /// The clock must be safe to read in a signal handler.
  explicit Watchdog(Clock* now = RunningClock::now) : now_(now) {}
  ~Watchdog() { expect_no_tick(); }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// Ends this process with `status`, and with `line` on standard error, unless it or expect_no_tick() is called
  /// within `seconds` (0: never). It acts, and evaluates `line`, only twice per second, so it may end half a second
  /// later, and it is cheap enough for every tick. Time in which the process is frozen does not count.
  void expect_tick_within(double seconds, int status, const std::function<std::string()>& line);
  /// From now on no tick is expected.
  void expect_no_tick();

 private:
  static void ring(int signal);
  /// Seconds since the last tick that was examined.
  double silence() const { return std::chrono::duration<double>(now_() - last_tick_).count(); }

  Clock* now_;
  std::string line_;  // the signal handler reads these
  int status_ = 1;
  RunningClock::time_point last_tick_{};  // the last tick that was examined
  double longest_silence_ = 0;            // seconds after last_tick_
  bool is_expected_ = false;              // a tick is expected
};

}  // namespace icsweep
