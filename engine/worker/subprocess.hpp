// Runs an experiment in a process of its own, so that its crash costs no other.
#pragma once

#include "engine/worker/attempt.hpp"

namespace icsweep {

/// Runs in the child; the arguments are the child's callbacks.
using SubprocessRun = std::function<Attempt(const OnTick&, const OnSoFar&)>;

/// Calls `run` in a child process and returns its result. The child's ticks are passed on to `on_tick`, which is called
/// about every millisecond in any case, and its results along training to `on_so_far`. A child that dies is started
/// once more. The outcome is `crashed` if that one dies too, or if a child makes no tick for `hang_after` seconds (0:
/// no limit) and is killed. When `stop` is set, the child gets SIGTERM. Throws Error(store) if no process can
/// be made, and whatever on_tick throws after killing the child.
Attempt run_in_subprocess(const SubprocessRun& run, const StopFlag& stop, const OnTick& on_tick, double hang_after,
                          const OnSoFar& on_so_far = {});

}  // namespace icsweep
