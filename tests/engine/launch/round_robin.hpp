// A scheduling policy with pauses: jobs take turns.
#pragma once

#include <algorithm>
#include <iterator>
#include <map>

#include "engine/launch/policy.hpp"

namespace icsweep {

/// A job runs for `turn` steps, then pauses for the job that has waited longest.
class RoundRobin : public SchedulingPolicy {
 public:
  explicit RoundRobin(long turn) : turn_(turn) {}

  void begin(const SchedulerJobs& jobs) override { std::ranges::copy(jobs.indices(), std::back_inserter(waiting_)); }
  std::optional<JobIndex> take(const std::function<bool(JobIndex)>& fits) override {
    const auto found = std::find_if(waiting_.begin(), waiting_.end(), fits);
    if (found == waiting_.end()) return std::nullopt;
    const JobIndex job = *found;
    waiting_.erase(found);
    first_step_.erase(job);
    return job;
  }
  void give_back(JobIndex job) override { waiting_.push_back(job); }
  const std::vector<JobIndex>& waiting() const override { return waiting_; }
  bool pauses(JobIndex job, const Progress& progress) override {
    return progress.step - first_step_.try_emplace(job, progress.step).first->second >= turn_;
  }

 private:
  long turn_;
  std::vector<JobIndex> waiting_;        // the first is next
  std::map<JobIndex, long> first_step_;  // per job in flight, the start of its turn
};

}  // namespace icsweep
