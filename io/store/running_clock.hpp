// A clock that stops while this process is stopped.
#pragma once

#include <chrono>

namespace icsweep {

/// Wall time without the time during which the whole process is stopped: by SIGSTOP, in a suspended job, or on a frozen
/// host. A thread looks five times a second, and the time between two looks counts at most one second. Use it for
/// limits on work and on silence. Safe in any thread, in a forked child, and in a signal handler of a process that has
/// called it before.
struct RunningClock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<RunningClock>;
  static constexpr bool is_steady = true;

  static time_point now() noexcept;
};

/// Seconds since `begin`.
inline double running_seconds_since(RunningClock::time_point begin) {
  return std::chrono::duration<double>(RunningClock::now() - begin).count();
}

}  // namespace icsweep
