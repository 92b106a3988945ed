// Scheduling policies: they choose the next waiting job and pause jobs in flight.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "engine/forecast/forecast.hpp"
#include "engine/sweep/rungs.hpp"
#include "io/base/index.hpp"
#include "io/base/resources.hpp"
#include "io/store/table.hpp"
#include "tasks/task.hpp"

namespace icsweep {

/// Properties of an experiment that scheduling uses. A launch holds one for each, so small members are neighbours.
struct SchedulerJob {
  double cost = 0;                     ///< predicted remaining work, in floating-point operations
  int threads = 1;                     ///< the most that can share a step
  bool begun = false;                  ///< an earlier launch left a checkpoint of it
  bool has_own_process = false;        ///< it is a program
  double uninterruptible_seconds = 0;  ///< run time of a job that cannot be interrupted; 0: it can be
  double done = 0;                     ///< share of its steps that earlier launches have done, less than 1
  double shared_bytes = 0;             ///< that hosts exchange at a step if they share the job; 0: they cannot
  double seconds = 0,
         step = 0;               ///< remaining run time, and time of a step, on one thread; 0: unknown
  double alone = usually_alone;  ///< share of a step that threads cannot share
  Resources needs{};
};

using SchedulerJobs = Indexed<JobIndex, SchedulerJob>;

/// Predicted remaining work that a search leaves out, in floating-point operations.
struct SparedWork {
  double ended = 0;  ///< of jobs that have ended
  double open = 0;   ///< of the others, as expected from the decisions so far
};

/// Holds the waiting jobs. A job that take() returned waits again only after give_back(), so none is lost or doubled.
class SchedulingPolicy {
 public:
  virtual ~SchedulingPolicy() = default;
  /// Makes all jobs wait. Called once, first. `jobs` need not outlive the call.
  virtual void begin(const SchedulerJobs& jobs) = 0;
  /// Removes the next job that fits and returns it; nothing if none fits.
  virtual std::optional<JobIndex> take(const std::function<bool(JobIndex)>& fits) = 0;
  /// Like take(), but leaves the first `passed_over` jobs to others if a later one fits. Policies that do not order
  /// jobs by cost may ignore it.
  virtual std::optional<JobIndex> take_after(std::size_t /*passed_over*/, const std::function<bool(JobIndex)>& fits) {
    return take(fits);
  }
  /// A job that was taken waits again.
  virtual void give_back(JobIndex job) = 0;
  /// True if a job in flight should pause for a waiting one. The scheduler asks at each report of the job while others
  /// wait. The job may end before it pauses, and continues if it has no state to resume from.
  virtual bool pauses(JobIndex /*job*/, const Progress&) { return false; }
  /// The stint of the job that take() returned last.
  virtual Stint stint(JobIndex /*job*/) const { return {}; }
  /// Notes the outcome of a job that was taken. If it is pending, give_back() follows, unless its stint runs on. rungs:
  /// the search's metric at the rungs that the job has passed.
  virtual void note(JobIndex /*job*/, Outcome, const std::vector<double>& /*rungs*/) {}
  /// True if take() may return a job after one in flight has come back, though it returned none now.
  virtual bool waits_for_results() const { return false; }
  /// Of a policy that ends jobs early.
  virtual SparedWork spared() const { return {}; }
  /// The waiting jobs, in any order.
  virtual const std::vector<JobIndex>& waiting() const = 0;
};

/// Takes begun jobs first, so that there are never more of them than ranks, however often a sweep is stopped. Then
/// takes the costliest (ties: the lower number), so that a sweep ends with small jobs.
class CostliestFirst : public SchedulingPolicy {
 public:
  void begin(const SchedulerJobs& jobs) override;
  std::optional<JobIndex> take(const std::function<bool(JobIndex)>& fits) override { return take_after(0, fits); }
  std::optional<JobIndex> take_after(std::size_t passed_over, const std::function<bool(JobIndex)>& fits) override;
  void give_back(JobIndex job) override { queue_.push_back(job); }
  const std::vector<JobIndex>& waiting() const override { return queue_; }

 private:
  std::vector<JobIndex> queue_;  // cheapest first: taken from the back
};

}  // namespace icsweep
