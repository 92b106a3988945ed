// Runs an experiment in its own process, so that its crash loses no other experiment.
#pragma once

#include "engine/worker/attempt.hpp"

namespace icsweep {

/// Runs in the child. The arguments are the child's callbacks.
using SubprocessRun = std::function<Attempt(const OnTick&, const OnSoFar&)>;

/// Calls `run` in a child process and returns its result. The child's ticks are passed on to `on_tick`, which is
/// called about every millisecond in any case. Its results along training are passed on to `on_so_far`. A child that
/// dies is started once more. The outcome is `crashed` if that child dies too, or if a child makes no tick for
/// `hang_after` seconds (0: no limit) and is killed. When `stop` is set, the child gets SIGTERM. Throws Error(store)
/// if no process can be made. An exception of on_tick is thrown after the child has been killed.
Attempt run_in_subprocess(const SubprocessRun& run, const StopFlag& stop, const OnTick& on_tick, double hang_after,
                          const OnSoFar& on_so_far = {});

}  // namespace icsweep
