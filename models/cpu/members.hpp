// Processes that share the batches of an experiment.
#pragma once

#include <cstddef>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace icsweep {

/// Processes that train the same model on the same batches. Each sums some blocks of a batch. The leader adds all sums
/// in the tree's order and sends the total to each member, so that all make the same step.
class Members {
 public:
  using Bytes = std::span<const std::byte>;

  virtual ~Members() = default;
  /// Blocks that this process sums, of `blocks`: from the first number up to, but not including, the second.
  virtual std::pair<int, int> own_blocks(int blocks) const = 0;
  virtual bool leads() const = 0;
  /// Called by the leader: calls add(sums) for the sums of each other member.
  virtual void collect(const std::function<void(Bytes)>& add) = 0;
  /// Called by the leader after collect(): sends the total to the others.
  virtual void give(Bytes total) = 0;
  /// Called by the others: sends their sums. Returns the total, valid until the next call.
  virtual Bytes hand_in(Bytes sums) = 0;
};

/// Blocks of a member: divides a batch's blocks in proportion to the members' numbers of threads.
inline std::pair<int, int> blocks_of_member(std::size_t member, const std::vector<int>& threads, int blocks) {
  const long all = std::accumulate(threads.begin(), threads.end(), 0L);
  const long before = std::accumulate(threads.begin(), threads.begin() + std::ptrdiff_t(member), 0L);
  return {int(blocks * before / all), int(blocks * (before + threads[member]) / all)};
}

}  // namespace icsweep
