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

/// Processors that Slurm gives to each task of the job (--cpus-per-task); 0 if it does not say.
int processors_per_task();

/// Throws Error(config) if srun started several tasks that cannot reach each other, since it was not told --mpi=pmix:
/// each would be a launch of its own on one store.
void expect_connected_tasks();

/// "this job has 2 components ..." for a heterogeneous job of Slurm, of which one component runs; else empty.
std::string idle_components();

}  // namespace icsweep
