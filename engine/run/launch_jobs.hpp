// The jobs of a launch: the facts for its scheduling, and the assignments for its ranks.
#pragma once

#include <string>
#include <vector>

#include "engine/ledger/store_plan.hpp"
#include "engine/launch/launch_state.hpp"
#include "engine/worker/messages.hpp"

namespace icsweep {

/// Facts by job. uninterruptible: seconds of each job that cannot be interrupted, or empty; see
/// engine/ledger/walltime_budget.hpp.
SchedulerJobs scheduler_jobs(const Indexed<JobIndex, Job>& jobs, const Indexed<JobIndex, double>& uninterruptible);

/// "2 experiments wait for a host that can hold them: mine seed=0 needs 1 GPU; node1 has none"; empty if each waiting
/// job fits on some host.
std::string no_host_text(const LaunchState& state, const Indexed<JobIndex, Job>& jobs);

/// The assignment for a rank that runs the job.
Assignment assignment_of(const Job& job, const reply::Start& start);
/// The assignment for a rank that shares the job.
Assignment assignment_of(const Job& job, const reply::Join& join);

}  // namespace icsweep
