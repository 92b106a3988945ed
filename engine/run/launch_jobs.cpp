#include "engine/run/launch_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/forecast/calibration.hpp"
#include "engine/forecast/neighbour_costs.hpp"

namespace icsweep {

SchedulerJobs scheduler_jobs(const Indexed<JobIndex, Job>& jobs, const Indexed<JobIndex, double>& uninterruptible) {
  SchedulerJobs result;
  result.reserve(jobs.size());
  NeighbourCosts costs;
  for (const auto& job : jobs) {
    const Task& task = *job.experiment->task;
    const Cost& cost = costs.of(task, job.experiment->config);
    const Resources& needs = job.experiment->settings->resources;
    result.push_back({.cost = predicted_cost(cost) * (1 - job.share_done()),
                      .threads = cost.threads,
                      .begun = !job.checkpoint->empty(),
                      .has_own_process = task.has_own_process(),
                      .uninterruptible_seconds = uninterruptible.empty() ? 0 : uninterruptible[JobIndex(result.size())],
                      .done = std::min(0.999, job.share_done()),
                      .shared_bytes = needs.cores > 0 ? 0 : cost.shared_bytes,
                      .needs = needs});
  }
  return result;
}

std::string no_host_text(const LaunchState& state, const Indexed<JobIndex, Job>& jobs) {
  if (!state.placement.is_needed()) return "";
  std::vector<JobIndex> homeless;
  std::ranges::copy_if(state.scheduler.waiting_jobs(), std::back_inserter(homeless),
                       [&](JobIndex job) { return !state.placement.could_hold(job); });
  if (homeless.empty()) return "";
  const JobIndex first = *std::ranges::min_element(homeless);
  const Experiment& e = *jobs[first].experiment;
  const std::string label = !e.varying->empty() ? " " + e.label() : "";
  return fmt::format("{} for a host that can hold {}: {}{} {}",
                     homeless.size() == 1 ? "1 experiment waits" : fmt::format("{} experiments wait", homeless.size()),
                     homeless.size() == 1 ? "it" : "them", e.task->schema().task, label,
                     lack_of(e.settings->resources, state.placement.hosts()));
}

Assignment assignment_of(const Job& job, const reply::Start& start) {
  const Experiment& e = *job.experiment;
  return {.task = e.task,
          .identity = e.identity,
          .config = e.config,
          .row = job.row,
          .attempts = job.attempts,
          .time_limit = e.settings->time_limit,
          .retries = e.settings->retries,
          .failures = job.begun->failures,
          .checkpoint = *job.checkpoint,
          .threads = start.threads,
          .rungs = e.rungs,
          .stint = start.stint,
          .isolated = start.isolated,
          .allotment = start.allotment};
}

Assignment assignment_of(const Job& job, const reply::Join& join) {
  const Experiment& e = *job.experiment;
  return {.task = e.task, .identity = e.identity, .config = e.config, .threads = join.threads, .leader = join.leader};
}

}  // namespace icsweep
