#include "engine/launch/host_room.hpp"

#include <algorithm>

namespace icsweep {
namespace {

constexpr double rounding = 1e-9;

}  // namespace

HostRoom::HostRoom(const HostCapacity& host, int ranks)
    : cores_(std::max(host.cores, ranks)),
      memory_(host.memory),
      gpus_(host.gpus.size(), 1),
      processors_(host.processors) {
  if (int(processors_.size()) < cores_) processors_.clear();
}

/// Places of the GPUs that a run would get; fewer than it needs if there are not enough.
std::vector<std::size_t> HostRoom::gpus_for(double needed) const {
  const double each = std::min(1.0, needed);
  const auto whole = std::size_t(std::max(1.0, needed));
  std::vector<std::size_t> fitting;
  for (std::size_t i = 0; i < gpus_.size(); ++i)
    if (gpus_[i] >= each - rounding) fitting.push_back(i);
  std::ranges::stable_sort(fitting, {}, [&](std::size_t i) { return gpus_[i]; });
  if (fitting.size() > whole) fitting.resize(whole);
  return fitting;
}

bool HostRoom::holds(const Resources& needs) const {
  return needs.taken_cores() <= cores_ && needs.memory <= memory_ &&
         (needs.gpus <= 0 || double(gpus_for(needs.gpus).size()) >= needs.gpus);
}

TakenRoom HostRoom::take(const Resources& needs) {
  TakenRoom taken{needs};
  cores_ -= needs.taken_cores();
  memory_ -= needs.memory;
  if (needs.gpus > 0) taken.gpus = gpus_for(needs.gpus);
  for (const std::size_t gpu : taken.gpus) gpus_[gpu] = std::max(0.0, gpus_[gpu] - std::min(1.0, needs.gpus));
  if (processors_.size() >= std::size_t(needs.taken_cores())) {
    taken.processors.assign(processors_.begin(), processors_.begin() + needs.taken_cores());
    processors_.erase(processors_.begin(), processors_.begin() + needs.taken_cores());
  }
  return taken;
}

void HostRoom::give(const TakenRoom& taken) {
  cores_ += taken.needs.taken_cores();
  memory_ += taken.needs.memory;
  for (const std::size_t gpu : taken.gpus) gpus_[gpu] = std::min(1.0, gpus_[gpu] + std::min(1.0, taken.needs.gpus));
  processors_.insert(processors_.end(), taken.processors.begin(), taken.processors.end());
  std::ranges::sort(processors_);
}

}  // namespace icsweep
