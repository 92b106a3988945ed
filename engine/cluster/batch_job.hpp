// What Slurm or jobs/launch.sh says of the job in which this process runs.
#pragma once

#include "io/store/lease.hpp"

namespace icsweep {

/// The Slurm job and its number of requeues; within it the run of jobs/launch.sh and its number of launches
/// (ICSWEEP_LAUNCHER, ICSWEEP_LAUNCH).
BatchJob batch_job();

/// Seconds after which a launch is to stop by itself: a minute before the job's time limit, or a tenth of the time left
/// if that is less. Infinite without a limit.
double walltime_of_batch_job();

}  // namespace icsweep
