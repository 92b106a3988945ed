// Processes that share the batches of an experiment.
#pragma once

#include <cstddef>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace icsweep {

/// Processes that train the same model on the same batches. Each sums some blocks of a batch; the leader adds what all
/// have summed, in the tree's order, and gives the total to each, so that all make the same step.
class Members {
 public:
  using Bytes = std::span<const std::byte>;

  virtual ~Members() = default;
  /// Of so many blocks, those that this process sums: from the first number to before the second.
  virtual std::pair<int, int> own_blocks(int blocks) const = 0;
  virtual bool leads() const = 0;
  /// Of the leader: calls add(sums) for what each other member hands in.
  virtual void collect(const std::function<void(Bytes)>& add) = 0;
  /// Of the leader, after collect(): the others get the total.
  virtual void give(Bytes total) = 0;
  /// Of the others: hands in their sums. Returns the total, valid until the next call.
  virtual Bytes hand_in(Bytes sums) = 0;
};

/// Divides the blocks of a batch by the members' numbers of threads.
inline std::pair<int, int> blocks_of_member(std::size_t member, const std::vector<int>& threads, int blocks) {
  const long all = std::accumulate(threads.begin(), threads.end(), 0L);
  const long before = std::accumulate(threads.begin(), threads.begin() + std::ptrdiff_t(member), 0L);
  return {int(blocks * before / all), int(blocks * (before + threads[member]) / all)};
}

}  // namespace icsweep
