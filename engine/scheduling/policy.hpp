// Which of the jobs that wait is next: what a scheduler leaves to a policy.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace icsweep {

/// What the scheduler knows of an experiment.
struct SchedulerJob {
  double cost = 0;                     ///< predicted work
  bool begun = false;                  ///< an earlier launch has left a checkpoint of it
  double uninterruptible_seconds = 0;  ///< that it needs at a stretch; 0: it can be interrupted
};

/// Holds the jobs that wait. No job is lost or doubled: what take() gave waits again only after give_back().
class SchedulingPolicy {
 public:
  virtual ~SchedulingPolicy() = default;
  /// All jobs wait; called once, before everything else. `jobs` may be gone after the call.
  virtual void begin(const std::vector<SchedulerJob>& jobs) = 0;
  /// The next job that fits, which waits no more; nothing if none fits.
  virtual std::optional<std::size_t> take(const std::function<bool(std::size_t)>& fits) = 0;
  /// A job that was taken waits again.
  virtual void give_back(std::size_t job) = 0;
  /// In any order.
  virtual const std::vector<std::size_t>& waiting() const = 0;
};

/// Jobs that have been begun come first: however often a sweep is stopped, there are never more of them than ranks.
/// Otherwise the costliest comes first (ties: the lower number), so that the end of a sweep is made of small pieces.
class CostliestFirst : public SchedulingPolicy {
 public:
  void begin(const std::vector<SchedulerJob>& jobs) override;
  std::optional<std::size_t> take(const std::function<bool(std::size_t)>& fits) override;
  void give_back(std::size_t job) override { queue_.push_back(job); }
  const std::vector<std::size_t>& waiting() const override { return queue_; }

 private:
  std::vector<std::size_t> queue_;  // cheapest first: taken from the back
};

}  // namespace icsweep
