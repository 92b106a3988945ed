#include "engine/scheduling/policy.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace icsweep {

void CostliestFirst::begin(const std::vector<SchedulerJob>& jobs) {
  queue_.resize(jobs.size());
  std::iota(queue_.rbegin(), queue_.rend(), std::size_t{0});
  const auto rank = [&](std::size_t job) { return std::make_pair(jobs[job].begun, jobs[job].cost); };
  std::stable_sort(queue_.begin(), queue_.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
}

std::optional<std::size_t> CostliestFirst::take_after(std::size_t passed_over,
                                                      const std::function<bool(std::size_t)>& fits) {
  const auto from = queue_.end() - std::ptrdiff_t(std::min(passed_over, queue_.size()));
  auto found = std::find_if(std::make_reverse_iterator(from), queue_.rend(), fits).base();
  if (found == queue_.begin()) {  // no cheaper one
    found = std::find_if(from, queue_.end(), fits);
    if (found == queue_.end()) return std::nullopt;
    ++found;
  }
  const std::size_t job = *--found;
  queue_.erase(found);
  return job;
}

}  // namespace icsweep
