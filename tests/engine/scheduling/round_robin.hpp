// A scheduling policy that pauses: jobs take turns.
#pragma once

#include <algorithm>
#include <map>

#include "engine/scheduling/policy.hpp"

namespace icsweep {

/// A job runs for `turn` steps, then pauses for the one that has waited longest.
class RoundRobin : public SchedulingPolicy {
 public:
  explicit RoundRobin(long turn) : turn_(turn) {}

  void begin(const std::vector<SchedulerJob>& jobs) override {
    for (std::size_t job = 0; job < jobs.size(); ++job) waiting_.push_back(job);
  }
  std::optional<std::size_t> take(const std::function<bool(std::size_t)>& fits) override {
    const auto found = std::find_if(waiting_.begin(), waiting_.end(), fits);
    if (found == waiting_.end()) return std::nullopt;
    const std::size_t job = *found;
    waiting_.erase(found);
    first_step_.erase(job);
    return job;
  }
  void give_back(std::size_t job) override { waiting_.push_back(job); }
  const std::vector<std::size_t>& waiting() const override { return waiting_; }
  bool pauses(std::size_t job, const Progress& progress) override {
    return progress.step - first_step_.try_emplace(job, progress.step).first->second >= turn_;
  }

 private:
  long turn_;
  std::vector<std::size_t> waiting_;        // the first is next
  std::map<std::size_t, long> first_step_;  // by job in flight, of its turn
};

}  // namespace icsweep
