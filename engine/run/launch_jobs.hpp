// The jobs of a launch: the facts for its scheduling, and the assignments for its ranks.
#pragma once

#include <vector>

#include "engine/ledger/store_plan.hpp"
#include "engine/launch/launch_state.hpp"
#include "engine/worker/messages.hpp"

namespace icsweep {

/// Facts by job. uninterruptible: seconds of each job that cannot be interrupted, or empty; see
/// engine/ledger/walltime_budget.hpp.
SchedulerJobs scheduler_jobs(const Indexed<JobIndex, Job>& jobs, const Indexed<JobIndex, double>& uninterruptible);

/// The assignment for a rank that runs the job.
Assignment assignment_of(const Job& job, const reply::Start& start);
/// The assignment for a rank that shares the job.
Assignment assignment_of(const Job& job, const reply::Join& join);

}  // namespace icsweep
