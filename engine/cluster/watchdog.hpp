// Finds experiments that no longer tick.
#pragma once

#include <functional>
#include <string>

#include "io/store/running_clock.hpp"

namespace icsweep {

/// Ends this process if an expected tick does not come. Guards what nobody else watches: the coordinator's own
/// experiment, and its waiting for other ranks. The timer is the process's: only one object at a time expects a tick.
class Watchdog {
 public:
  Watchdog() = default;
  ~Watchdog() { expect_no_tick(); }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// Ends this process with `status`, and `line` on standard error, unless it is called again or expect_no_tick() is
  /// called within `seconds` (0: never) and at most half a second more; time in which the process stands still does
  /// not count. Cheap enough for every tick: it acts, and evaluates `line`, only twice a second.
  void expect_tick_within(double seconds, int status, const std::function<std::string()>& line);
  /// No tick is expected any more.
  void expect_no_tick();

 private:
  static void ring(int signal);

  std::string line_;  // the signal handler reads these
  int status_ = 1;
  RunningClock::time_point last_tick_{};  // the last tick that was looked at
  double longest_silence_ = 0;            // seconds after last_tick_
  bool is_expected_ = false;              // whether a tick is expected
};

}  // namespace icsweep
