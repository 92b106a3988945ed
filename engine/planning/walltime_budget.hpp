// What experiments that cannot be interrupted need of a launch's time.
#pragma once

#include <vector>

#include "engine/planning/store_plan.hpp"

namespace icsweep {

/// Seconds of each job, for the scheduler: 0 if it can be interrupted. Measured by short runs in this process, and half
/// as much again, since ranks that share memory and caches are slower than the one that measures. Empty if the launch
/// has no end, or nothing can be told: in a launch that runs experiments in subprocesses, since one of them may have
/// crashed, and when one fails. A measurement that makes no step for `hang_after` seconds ends the process with
/// exit_crashed.
std::vector<double> uninterruptible_seconds(const std::vector<Job>& jobs, bool subprocess, double hang_after);

}  // namespace icsweep
