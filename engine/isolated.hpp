// Runs an experiment in a process of its own, so that its crash costs no other.
#pragma once

#include "engine/attempt.hpp"

namespace icsweep {

/// Calls `run` in a child process and returns what it returns there; its ticks are passed on to `on_tick`, which is
/// called about every millisecond in any case. A child that dies is begun once more; if that dies too, or if one has no
/// tick for `hang_after` seconds (0: no limit) and is killed, the outcome is `crashed`. Signals that ask this process
/// to stop are passed on. Throws Error(store) if no process can be made, and what on_tick throws, without the child.
Attempt isolated(const std::function<Attempt(const OnTick&)>& run, const OnTick& on_tick, double hang_after);

}  // namespace icsweep
