// Scheduler: assigns jobs to ranks. A state machine driven by events, without MPI, store and clock.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/launch/policy.hpp"
#include "io/store/table.hpp"

namespace icsweep {

class Scheduler {
 public:
  /// policy: CostliestFirst by default. some_done: the store has done experiments of this sweep.
  explicit Scheduler(SchedulerJobs jobs, bool some_done = false, std::unique_ptr<SchedulingPolicy> policy = nullptr);

  /// Assigns a job to the rank. seconds_left: until the rank stops; passed_over: see SchedulingPolicy::take_after;
  /// most_left: seconds of the rank with most time, if that is another; has_room: whether the rank's host has room for
  /// the job now, unset: always.
  /// Returns nothing after stop(), if no job waits, if there is no room, or if the policy waits for results. If no
  /// waiting job fits into the time, returns nothing and stops the scheduler. Throws std::logic_error if the rank still
  /// has a job.
  std::optional<JobIndex> assign(Rank rank, double seconds_left = std::numeric_limits<double>::infinity(),
                                 std::size_t passed_over = 0,
                                 double most_left = -std::numeric_limits<double>::infinity(),
                                 const std::function<bool(JobIndex)>& has_room = {});
  /// True if assign() returned nothing because the policy waits for jobs in flight. Call it again when one came back.
  bool waits_for_results() const { return !stopped_ && waiting() > 0; }
  /// The same, whatever time the rank had.
  bool policy_waits() const { return waits_for_results() && policy_->waits_for_results(); }
  /// The stint of the rank's job.
  Stint stint(Rank rank) const { return policy_->stint(in_flight_.at(rank)); }
  /// Ends the rank's job with a final outcome. rungs: see SchedulingPolicy::note. Throws std::logic_error if the rank
  /// has no job.
  void complete(Rank rank, Outcome outcome, const std::vector<double>& rungs = {});
  /// True if the policy pauses the rank's job at this progress for a waiting one. False after stop(), if no job waits,
  /// if the rank has no job, or if its job cannot be interrupted. One that runs on may always pause: it is pruned.
  bool pauses(Rank rank, const Progress& progress);
  /// The rank's job has passed these rungs and runs on.
  void note(Rank rank, const std::vector<double>& rungs) {
    policy_->note(in_flight_.at(rank), Outcome::pending, rungs);
  }
  /// Makes the rank's job wait again: it was interrupted by a stop, a pause or the end of its stint.
  void give_back(Rank rank, const std::vector<double>& rungs = {});
  /// Hands out no further job; jobs in flight may end.
  void stop() { stopped_ = true; }

  /// True if the scheduler stopped because the first few experiments that ended all failed and none was done before.
  /// The cause is then the sweep or the machine, and every other experiment would fail too.
  static constexpr std::size_t first_few = 5;
  bool hopeless() const { return hopeless_; }
  /// Stops for such a cause before an experiment has ended.
  void give_up() { stopped_ = hopeless_ = true; }

  /// True if no job is in flight and none will be handed out.
  bool finished() const { return in_flight_.empty() && (stopped_ || waiting() == 0); }
  bool stopped() const { return stopped_; }
  const std::map<Rank, JobIndex>& in_flight() const { return in_flight_; }
  std::size_t total() const { return jobs_.size(); }
  std::size_t waiting() const { return policy_->waiting().size(); }
  const std::vector<JobIndex>& waiting_jobs() const { return policy_->waiting(); }
  std::size_t count(Outcome outcome) const { return counts_[std::size_t(outcome)]; }
  std::size_t completed() const { return total() - waiting() - in_flight_.size(); }
  /// Predicted work of the jobs that have ended, also the part that a search left out.
  double completed_cost() const { return completed_cost_; }
  SparedWork spared() const { return policy_->spared(); }
  /// Number of waiting jobs that cannot be interrupted and need more time than any rank had left when it asked.
  std::size_t too_long() const;
  const SchedulerJob& job(JobIndex job) const { return jobs_[job]; }
  double cost(JobIndex job) const { return jobs_[job].cost; }

 private:
  JobIndex take(Rank rank);

  SchedulerJobs jobs_;
  std::unique_ptr<SchedulingPolicy> policy_;
  std::map<Rank, JobIndex> in_flight_;
  std::array<std::size_t, outcome_count> counts_{};
  double completed_cost_ = 0, max_left_ = 0;
  bool stopped_ = false, some_done_, hopeless_ = false;
};

}  // namespace icsweep
