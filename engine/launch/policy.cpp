#include "engine/launch/policy.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace icsweep {

void CostliestFirst::begin(const SchedulerJobs& jobs) {
  std::ranges::copy(jobs.indices(), std::back_inserter(queue_));
  std::ranges::reverse(queue_);
  const auto place = [&](JobIndex job) { return std::make_pair(jobs[job].begun, jobs[job].cost); };
  std::ranges::stable_sort(queue_, std::less(), place);
}

std::optional<JobIndex> CostliestFirst::take_after(std::size_t passed_over, const std::function<bool(JobIndex)>& fits) {
  const auto from = queue_.end() - std::ptrdiff_t(std::min(passed_over, queue_.size()));
  auto found = std::find_if(std::make_reverse_iterator(from), queue_.rend(), fits).base();
  if (found == queue_.begin()) {  // no cheaper one
    found = std::find_if(from, queue_.end(), fits);
    if (found == queue_.end()) return std::nullopt;
    ++found;
  }
  const JobIndex job = *--found;
  queue_.erase(found);
  return job;
}

}  // namespace icsweep
