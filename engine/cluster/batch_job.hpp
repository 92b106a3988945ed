// What Slurm, or jobs/launch.sh, says of the job that this process runs in.
#pragma once

#include "io/store/lease.hpp"

namespace icsweep {

/// Of Slurm and its requeues, and within it of launch.sh (ICSWEEP_LAUNCHER, ICSWEEP_LAUNCH) and its launches.
BatchJob batch_job();

/// Seconds after which a launch is to stop by itself: a minute before the job's time limit, or a tenth of what is left
/// if that is less. Infinite where there is none.
double walltime_of_batch_job();

}  // namespace icsweep
