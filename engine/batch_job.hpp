// What the batch system says of the job that this process runs in; Slurm is known.
#pragma once

#include "io/lease.hpp"

namespace icsweep {

/// Empty outside of a job.
BatchJob batch_job();

/// Seconds after which a launch is to stop by itself: a minute before the job's time limit, or a tenth of what is left
/// if that is less. Infinite where there is none.
double walltime_of_batch_job();

}  // namespace icsweep
