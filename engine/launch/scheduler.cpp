#include "engine/launch/scheduler.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace icsweep {

Scheduler::Scheduler(SchedulerJobs jobs, bool some_done, std::unique_ptr<SchedulingPolicy> policy)
    : jobs_(std::move(jobs)),
      policy_(policy ? std::move(policy) : std::make_unique<CostliestFirst>()),
      some_done_(some_done) {
  policy_->begin(jobs_);
}

std::optional<JobIndex> Scheduler::assign(Rank rank, double seconds_left, std::size_t passed_over, double most_left,
                                          const std::function<bool(JobIndex)>& has_room) {
  if (in_flight_.contains(rank)) throw std::logic_error("a rank with a job asked for another");
  max_left_ = std::max(max_left_, seconds_left);
  if (stopped_ || waiting() == 0) return std::nullopt;
  bool lacks_room = false;
  const auto job = policy_->take_after(passed_over, [&](JobIndex j) {
    if (!(jobs_[j].uninterruptible_seconds <= seconds_left)) return false;
    if (!has_room || has_room(j)) return true;
    lacks_room = true;
    return false;
  });
  if (job) in_flight_[rank] = *job;
  else if (lacks_room || most_left > seconds_left) return std::nullopt;
  else if (in_flight_.empty() || !policy_->waits_for_results()) stopped_ = true;  // no later request has more time
  return job;
}

JobIndex Scheduler::take(Rank rank) {
  const auto found = in_flight_.find(rank);
  if (found == in_flight_.end()) throw std::logic_error("a rank without a job reported one");
  const JobIndex job = found->second;
  in_flight_.erase(found);
  return job;
}

void Scheduler::complete(Rank rank, Outcome outcome, const std::vector<double>& rungs) {
  const JobIndex job = take(rank);
  policy_->note(job, outcome, rungs);
  completed_cost_ += jobs_[job].cost;
  ++counts_[std::size_t(outcome)];
  if (!some_done_ && waiting() > 0 && completed() == first_few && count(Outcome::failed) == first_few)
    stopped_ = hopeless_ = true;
}

bool Scheduler::pauses(Rank rank, const Progress& progress) {
  const auto found = in_flight_.find(rank);
  if (stopped_ || found == in_flight_.end()) return false;
  const bool may_pause = waiting() > 0 && jobs_[found->second].uninterruptible_seconds == 0;
  return (may_pause || policy_->stint(found->second).runs_on) && policy_->pauses(found->second, progress);
}

void Scheduler::give_back(Rank rank, const std::vector<double>& rungs) {
  const JobIndex job = take(rank);
  policy_->note(job, Outcome::pending, rungs);
  policy_->give_back(job);
}

std::size_t Scheduler::too_long() const {
  const auto& jobs = policy_->waiting();
  return std::size_t(std::count_if(jobs.begin(), jobs.end(),
                                   [&](JobIndex job) { return jobs_[job].uninterruptible_seconds > max_left_; }));
}

}  // namespace icsweep
