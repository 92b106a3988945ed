#include "engine/scheduling/core_allotment.hpp"

#include <algorithm>
#include <utility>

namespace icsweep {

CoreAllotment::CoreAllotment(std::vector<std::string> hosts, int fixed, std::size_t experiments)
    : hosts_(std::move(hosts)),
      fixed_(fixed),
      takes_(fixed > 0 ? std::vector<bool>(hosts_.size(), true) : ranks_that_run(hosts_, experiments)),
      threads_(hosts_.size(), std::max(1, fixed)) {}

void CoreAllotment::begin(int rank, double work, double done, int most) {
  runs_[rank] = {work, {rank, work * (1 - done), most}};
  threads_[std::size_t(rank)] = std::max(1, fixed_);
  changed_ = true;
}

void CoreAllotment::update(int rank, double done) {
  if (const auto run = runs_.find(rank); run != runs_.end()) run->second.shared.left = run->second.work * (1 - done);
}

void CoreAllotment::end(int rank) {
  changed_ |= runs_.erase(rank) > 0;
}

std::vector<int> CoreAllotment::shares(bool jobs_wait) const {
  if (jobs_wait) return std::vector<int>(hosts_.size(), 1);
  std::vector<SharedRun> runs;
  for (const auto& [rank, run] : runs_) runs.push_back(run.shared);
  return core_shares(hosts_, runs);
}

double CoreAllotment::end(const std::vector<int>& threads) const {
  double last = 0;
  for (const auto& [rank, run] : runs_)
    last = std::max(last, run.shared.left / speedup(std::max(1, threads[std::size_t(rank)]), run.shared.most));
  return last;
}

std::vector<int> CoreAllotment::share(bool jobs_wait) {
  const bool changed = std::exchange(changed_, false);
  if (fixed_ > 0 || (jobs_wait && !lent_)) return {};
  const std::vector<int> next = shares(jobs_wait);
  if (!changed && end(next) > 0.9 * end(threads_)) return {};
  std::vector<int> told;
  for (const auto& [rank, run] : runs_)
    if (threads_[std::size_t(rank)] != next[std::size_t(rank)]) told.push_back(rank);
  for (const int rank : told) threads_[std::size_t(rank)] = next[std::size_t(rank)];
  lent_ = !jobs_wait;
  return told;
}

}  // namespace icsweep
