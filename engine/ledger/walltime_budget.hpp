// Run times of experiments that cannot be interrupted, for launches whose time is limited.
#pragma once

#include <vector>

#include "engine/cluster/stop_signal.hpp"
#include "engine/cluster/watchdog.hpp"
#include "engine/ledger/store_plan.hpp"

namespace icsweep {

/// Seconds of each job, for the scheduler; 0 if it can be interrupted. Short runs in this process measure them. They
/// are multiplied by 1.5, since ranks that share memory and caches are slower. Empty without a time limit, if
/// experiments run in subprocesses (one of them may have crashed), or if a measurement fails. A measurement without a
/// step for `hang_after` seconds ends the process with exit_crashed.
Indexed<JobIndex, double> uninterruptible_seconds(const StopFlag& stop, Watchdog& watchdog,
                                                  const Indexed<JobIndex, Job>& jobs, bool subprocess,
                                                  double hang_after);

}  // namespace icsweep
