// Jobs of a launch: what its machine knows of them, and what a rank is told to run.
#pragma once

#include <vector>

#include "engine/planning/store_plan.hpp"
#include "engine/scheduling/launch_state.hpp"
#include "engine/worker/messages.hpp"

namespace icsweep {

/// By job. uninterruptible: seconds of each job that cannot be interrupted, or empty, see
/// engine/planning/walltime_budget.hpp.
SchedulerJobs scheduler_jobs(const Indexed<JobIndex, Job>& jobs, const Indexed<JobIndex, double>& uninterruptible);

/// The rank that gets it runs the job.
Assignment assignment_of(const Job& job, const reply::Start& start);
/// The rank that gets it shares the job.
Assignment assignment_of(const Job& job, const reply::Join& join);

}  // namespace icsweep
