#include "engine/run/launch_jobs.hpp"

#include <algorithm>

#include "engine/ledger/checkpoint_index.hpp"

namespace icsweep {

SchedulerJobs scheduler_jobs(const Indexed<JobIndex, Job>& jobs, const Indexed<JobIndex, double>& uninterruptible) {
  SchedulerJobs result;
  for (const auto& job : jobs) {
    const Task& task = *job.experiment->task;
    const Cost cost = task.cost(job.experiment->config);
    result.push_back({.cost = remaining_cost(job),
                      .begun = !job.checkpoint.empty(),
                      .uninterruptible_seconds = uninterruptible.empty() ? 0 : uninterruptible[JobIndex(result.size())],
                      .done = std::min(0.999, job.share_done()),
                      .threads = cost.threads,
                      .shared_bytes = cost.shared_bytes,
                      .has_own_process = task.has_own_process()});
  }
  return result;
}

Assignment assignment_of(const Job& job, const reply::Start& start) {
  const Experiment& e = *job.experiment;
  return {.task = e.task,
          .identity = e.identity,
          .config = e.config,
          .row = job.row,
          .attempts = job.attempts,
          .time_limit = e.settings.time_limit,
          .retries = e.settings.retries,
          .failures = job.begun.failures,
          .checkpoint = job.checkpoint,
          .threads = start.threads,
          .rungs = e.rungs,
          .stint = start.stint,
          .isolated = start.isolated};
}

Assignment assignment_of(const Job& job, const reply::Join& join) {
  const Experiment& e = *job.experiment;
  return {.task = e.task, .identity = e.identity, .config = e.config, .threads = join.threads, .leader = join.leader};
}

}  // namespace icsweep
