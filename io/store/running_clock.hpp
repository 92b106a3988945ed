// A clock that stands still while this process does.
#pragma once

#include <chrono>

namespace icsweep {

/// Wall time, less what passes while the whole process is stopped: by SIGSTOP, in a suspended job, on a frozen host. A
/// thread looks five times a second, and no turn of it counts for more than a second. What is to happen within so many
/// seconds of work, or of somebody's silence, is measured by it. Safe in any thread, in a forked child, and in a signal
/// handler of a process that has asked before.
struct RunningClock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<RunningClock>;
  static constexpr bool is_steady = true;

  static time_point now() noexcept;
};

/// Seconds since then.
inline double running_seconds_since(RunningClock::time_point begin) {
  return std::chrono::duration<double>(RunningClock::now() - begin).count();
}

}  // namespace icsweep
