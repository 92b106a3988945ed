// Runs an experiment in a process of its own, so that its crash costs no other.
#pragma once

#include "engine/worker/attempt.hpp"

namespace icsweep {

/// What runs in the child, given whom it tells there.
using SubprocessRun = std::function<Attempt(const OnTick&, const OnSoFar&)>;

/// Calls `run` in a child process and returns what it returns there; its ticks are passed on to `on_tick`, which is
/// called about every millisecond in any case, and its results along training to `on_so_far`. A child that dies is
/// begun once more; if that dies too, or if one has no tick for `hang_after` seconds (0: no limit) and is killed, the
/// outcome is `crashed`. Signals that ask this process to stop are passed on. Throws Error(store) if no process can be
/// made, and what on_tick throws, without the child.
Attempt run_in_subprocess(const SubprocessRun& run, const OnTick& on_tick, double hang_after,
                          const OnSoFar& on_so_far = {});

}  // namespace icsweep
