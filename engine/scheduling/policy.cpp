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
  auto found = std::find_if(queue_.rbegin(), queue_.rend(), fits);
  for (auto next = found; passed_over > 0 && next != queue_.rend(); --passed_over) {
    next = std::find_if(std::next(next), queue_.rend(), fits);
    if (next != queue_.rend()) found = next;
  }
  if (found == queue_.rend()) return std::nullopt;
  const std::size_t job = *found;
  queue_.erase(std::next(found).base());
  return job;
}

}  // namespace icsweep
