#include "engine/launch/isolation.hpp"

#include <algorithm>
#include <limits>

namespace icsweep {

constexpr std::size_t least_after_crash = 8;  // experiments that stay isolated after one has crashed

void Isolation::begin(Rank rank, bool has_own_process) {
  ranks_.erase(rank);
  if (has_own_process || handed_out_ >= suspects_) return;
  ++handed_out_;
  ranks_.insert(rank);
}

void Isolation::crashed() {
  const bool all = first_ > std::numeric_limits<std::size_t>::max() / 4;
  if (first_ > 0 && !all) suspects_ = handed_out_ + std::max(least_after_crash, 2 * first_);
}

}  // namespace icsweep
