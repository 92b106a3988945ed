// The scheduler: who runs what next. A pure state machine, driven by events; it knows no MPI, no store and no clock.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/scheduling/policy.hpp"
#include "io/store/table.hpp"

namespace icsweep {

class Scheduler {
 public:
  /// Jobs 0 … jobs.size()−1, in the order of `policy` (CostliestFirst if none is given). `some_done`: the store already
  /// holds done experiments of this sweep.
  explicit Scheduler(SchedulerJobs jobs, bool some_done = false, std::unique_ptr<SchedulingPolicy> policy = nullptr);

  /// A job for `rank`, which has `seconds_left` before the launch stops and leaves the first `passed_over` to others
  /// (SchedulingPolicy::take_after). Nothing after stop(), if no job waits, if the
  /// policy waits for results, or if no waiting job fits into the time, which stops the scheduler. Throws
  /// std::logic_error if the rank still has a job.
  std::optional<JobIndex> assign(Rank rank, double seconds_left = std::numeric_limits<double>::infinity(),
                                 std::size_t passed_over = 0);
  /// Whether assign() has returned nothing because the policy waits for what is in flight: ask again when one of these
  /// has come back.
  bool waits_for_results() const { return !stopped_ && waiting() > 0; }
  /// How far the rank's job is to run.
  Stint stint(Rank rank) const { return policy_->stint(in_flight_.at(rank)); }
  /// The rank's job ended with a final outcome. rungs: see SchedulingPolicy::note. Throws std::logic_error if the rank
  /// has no job.
  void complete(Rank rank, Outcome outcome, const std::vector<double>& rungs = {});
  /// Whether the rank's job, which has come so far, is to pause for one that waits: what the policy says. Never after
  /// stop(), if no job waits, if the rank has no job, or if its job cannot be interrupted.
  bool pauses(Rank rank, const Progress& progress);
  /// The rank's job was interrupted, by a stop, a pause or the end of its stint, and waits again.
  void give_back(Rank rank, const std::vector<double>& rungs = {});
  /// Hand out nothing more; what is in flight may end.
  void stop() { stopped_ = true; }

  /// Whether the scheduler stopped because the first few experiments to end all failed and none was done before: the
  /// cause is then the sweep or the machine, and would meet every other experiment too.
  static constexpr std::size_t first_few = 5;
  bool hopeless() const { return hopeless_; }

  /// Nothing is in flight and nothing will be handed out.
  bool finished() const { return in_flight_.empty() && (stopped_ || waiting() == 0); }
  bool stopped() const { return stopped_; }
  const std::map<Rank, JobIndex>& in_flight() const { return in_flight_; }
  std::size_t total() const { return jobs_.size(); }
  std::size_t waiting() const { return policy_->waiting().size(); }
  const std::vector<JobIndex>& waiting_jobs() const { return policy_->waiting(); }
  std::size_t count(Outcome outcome) const { return counts_[std::size_t(outcome)]; }
  std::size_t completed() const { return total() - waiting() - in_flight_.size(); }
  double completed_cost() const { return completed_cost_; }
  /// How many waiting jobs cannot be interrupted and need more time than any rank had left when it asked.
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
