// Sums over the blocks of a batch, in an order that does not depend on which block is ready first.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "models/aligned.hpp"

namespace icsweep {

template <class Vector>
void add_to(Vector& sums, const Vector& other) {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += other[i];
}

/// One block's part of a batch's sums.
template <class Real>
struct BlockSums {
  std::vector<AlignedVector<Real>> gradient;  // one vector per accumulator of the model
  std::vector<double> error;

  void operator+=(const BlockSums& other) {
    for (std::size_t i = 0; i < gradient.size(); ++i) add_to(gradient[i], other.gradient[i]);
    add_to(error, other.error);
  }
};

/// A binary tree with the blocks as leaves. Neighbours 2i and 2i + 1 are added, level by level; a node without a
/// neighbour moves up alone. The tree's shape, and so the bits of the total, depend only on the number of blocks.
/// Threads add blocks at the same time, in any order: the later one of two neighbours adds both. A single thread that
/// adds them in order needs one vector of sums more than the tree has levels.
template <class Real>
class SumTree {
 public:
  using Sums = BlockSums<Real>;

  /// sizes: of the vectors of a gradient.
  SumTree(std::vector<std::size_t> sizes, std::size_t errors) : sizes_(std::move(sizes)), errors_(errors) {}

  const std::vector<std::size_t>& sizes() const { return sizes_; }
  std::size_t errors() const { return errors_; }
  /// Starts a total of `blocks` blocks and forgets the previous one. Must not run at the same time as add().
  void begin(int blocks) {
    if (pairs_.size() != std::size_t(blocks)) pairs_ = std::vector<std::atomic<Sums*>>(std::size_t(blocks));
    for (auto& pair : pairs_) pair.store(nullptr, std::memory_order_relaxed);
    free_.clear();
    for (const auto& sums : all_) free_.push_back(sums.get());
    total_ = nullptr;
  }

  /// Adds a block; called once per block. put(sums, adds) adds the block's sums to `sums`, or sets `sums` to them.
  template <class Put>
  void add(int block, Put&& put) {
    climb(block, 0, int(pairs_.size()), put);
  }

  /// Calls each(place, sums) for every largest branch whose blocks have all been added.
  template <class Each>
  void for_each_branch(Each&& each) const {
    if (total_) return each(int(pairs_.size()) - 1, *total_);
    for (std::size_t place = 0; place < pairs_.size(); ++place)
      if (const Sums* sums = pairs_[place].load(std::memory_order_acquire)) each(int(place), *sums);
  }
  /// Adds a branch, in place of its blocks, of a tree with the same number of blocks.
  template <class Put>
  void add_branch(int place, Put&& put) {
    int first = 0, count = int(pairs_.size());
    for (; count > 1 && place >= first + count / 2; count -= count / 2) first += count / 2;
    climb(2 * (place - first), first, count, put);
  }

  /// The sum of all blocks, once all are added; valid until begin(). The caller may exchange its vectors for others.
  Sums& total() { return *total_; }

 private:
  /// Climbs from node `index` of a level of `count` nodes, whose pairs begin at `first`.
  template <class Put>
  void climb(int index, int first, int count, Put& put) {
    Sums* own = nullptr;
    for (; count > 1; first += count / 2, index /= 2, count -= count / 2) {
      if (index == count - 1 && index % 2 == 0) continue;  // has no neighbour
      std::atomic<Sums*>& pair = pairs_[std::size_t(first + index / 2)];
      Sums* other = pair.load(std::memory_order_acquire);
      if (!own && !other) put(*(own = take()), false);
      if (!other && pair.compare_exchange_strong(other, own, std::memory_order_acq_rel)) return;
      if (!own) put(*other, true);
      else *other += *own, give(own);
      own = other;
      pair.store(nullptr, std::memory_order_relaxed);
    }
    if (!own) put(*(own = take()), false);
    total_ = own;
  }

  Sums* take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
      all_.push_back(std::make_unique<Sums>(Sums{{}, std::vector<double>(errors_)}));
      for (const std::size_t size : sizes_) all_.back()->gradient.emplace_back(size);
      free_.reserve(all_.size());  // begin() and give() then never allocate
      return all_.back().get();
    }
    Sums* const sums = free_.back();
    free_.pop_back();
    return sums;
  }
  void give(Sums* sums) {
    const std::lock_guard lock(mutex_);
    free_.push_back(sums);
  }

  std::vector<std::size_t> sizes_;
  std::size_t errors_;
  std::vector<std::atomic<Sums*>> pairs_;  // by level: the half that waits for the other
  std::mutex mutex_;                       // guards the next two
  std::vector<std::unique_ptr<Sums>> all_;
  std::vector<Sums*> free_;
  Sums* total_ = nullptr;
};

}  // namespace icsweep
