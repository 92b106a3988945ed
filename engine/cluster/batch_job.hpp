// Facts from Slurm or jobs/launch.sh about the job in which this process runs.
#pragma once

#include "io/store/lease.hpp"

namespace icsweep {

/// The Slurm job with its number of requeues. Inside it, the run of jobs/launch.sh with its number of launches
/// (ICSWEEP_LAUNCHER, ICSWEEP_LAUNCH).
BatchJob batch_job();

/// Seconds after which a launch should stop by itself: a minute before the job's time limit, or a tenth of the time
/// left if that is less. Infinite without a limit.
double walltime_of_batch_job();

/// Processors that Slurm gives to each task of the job (--cpus-per-task); 0 if it is not set.
int processors_per_task();

/// Throws Error(config) if srun started several tasks without --mpi=pmix. Such tasks cannot reach each other, so each
/// would be its own launch on the same store.
void expect_connected_tasks();

/// Warns about a heterogeneous Slurm job, of which only one component runs: "this job has 2 components ...". Else
/// empty.
std::string idle_components();

}  // namespace icsweep
