// Sums the gradient of a batch over its lane blocks, on one or more threads.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>
#include <vector>

#include "models/aligned.hpp"
#include "models/cpu/block_partners.hpp"
#include "models/cpu/member_sums.hpp"
#include "models/cpu/shared_time.hpp"
#include "models/cpu/sum_tree.hpp"
#include "models/cpu/thread_team.hpp"

namespace icsweep {

/// Each thread has a worker: a model and its error sums (members `model`, `error`). The blocks' sums are added in a
/// tree, so that they have the same bits on any number of threads. A worker exchanges its model's sums with the tree's
/// vectors instead of copying them, so that one thread adds blocks as fast as without a tree.
template <class Real, class Worker>
class LaneTeam {
 public:
  /// Copies `worker`, which must not have computed a block yet. shares_blocks: its model computes with a partner.
  explicit LaneTeam(const Worker& worker, bool shares_blocks = false)
      : workers_(1, worker),
        shares_blocks_(shares_blocks),
        gradients_(sizes_of(workers_[0]), worker.error.size()),
        errors_({}, worker.error.size()),
        member_sums_(gradients_),
        error_(worker.error.size()) {}

  /// Returns the number of threads used, at most max_threads.
  int set_threads(int threads) {
    const auto count = std::size_t(std::clamp(threads, 1, max_threads));
    while (workers_.size() > count) workers_.pop_back();
    while (workers_.size() < count) workers_.push_back(workers_.front());
    if (threads_.threads() != int(count)) partners_.clear();
    threads_.set_threads(int(count));
    return int(count);
  }
  Worker& first() { return workers_.front(); }
  /// Number of a worker's thread, from 0.
  int index(const Worker& worker) const { return int(&worker - workers_.data()); }
  template <class F>
  void for_each(F&& f) {
    for (Worker& worker : workers_) f(worker);
  }
  /// Error by output token, summed over the blocks of the last call.
  const std::vector<double>& error() const { return error_; }

  /// Calls begin(worker) once for each worker that takes part, then train(worker, block) for blocks 0 … blocks − 1, or
  /// for those of this process if `members` share them. Afterwards the first worker's model holds all sums.
  template <class Begin, class Train>
  void train(int blocks, Begin&& begin, Train&& train, Members* members) {
    begun_.assign(workers_.size(), false);
    add_blocks(blocks, members ? members->own_blocks(blocks) : std::pair(0, blocks), begin, train, gradients_);
    if (members) member_sums_.add_up(*members, gradients_);
    begin_once(begin, 0);  // it receives the sums
    error_ = gradients_.total().error;
    exchange_sums(first(), gradients_.total());
  }

  /// As train(), for work that sums only errors.
  template <class Begin, class Evaluate>
  void evaluate(int blocks, Begin&& begin, Evaluate&& evaluate) {
    begun_.assign(workers_.size(), false);
    add_blocks(blocks, {0, blocks}, begin, evaluate, errors_);
    error_ = errors_.total().error;
  }

 private:
  static constexpr int max_threads = 256;
  using Sums = BlockSums<Real>;
  using Clock = std::chrono::steady_clock;

  static std::vector<std::size_t> sizes_of(Worker& worker) {
    std::vector<std::size_t> sizes;
    worker.model.for_each_accumulator([&](AlignedVector<Real>& sums) { sizes.push_back(sums.size()); });
    return sizes;
  }

  template <class Begin>
  void begin_once(Begin& begin, int thread) {
    if (!begun_[std::size_t(thread)]) begin(workers_[std::size_t(thread)]), begun_[std::size_t(thread)] = true;
  }

  template <class Begin, class Run>
  void add_blocks(int blocks, std::pair<int, int> own, Begin& begin, Run& run, SumTree<Real>& tree) {
    tree.begin(blocks);
    partners_.prepare(own.second - own.first, shares_blocks_ ? threads_.threads() : 1);
    const auto work = [&](int thread, int number) {
      const int block = own.first + number;
      begin_once(begin, thread);
      Worker& worker = workers_[std::size_t(thread)];
      std::ranges::fill(worker.error, 0.0);
      partners_.with_partner_of(number, [&] { run(worker, block); });
      tree.add(block, [&](Sums& sums, bool adds) { adds ? add_sums(worker, sums) : exchange_sums(worker, sums); });
    };
    const auto begun = Clock::now();
    threads_.run(own.second - own.first, std::ref(work));  // by reference: copying it would allocate
    const double seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    partners_.took(seconds);
    if (shared_time) shared_time->blocks += seconds;
  }

  /// If the tree has errors alone, the worker keeps its gradient.
  static void exchange_sums(Worker& worker, Sums& sums) {
    worker.error.swap(sums.error);
    auto at = sums.gradient.begin();
    if (!sums.gradient.empty()) worker.model.for_each_accumulator([&](AlignedVector<Real>& own) { own.swap(*at++); });
  }
  static void add_sums(Worker& worker, Sums& to) {
    add_to(to.error, worker.error);
    auto at = to.gradient.begin();
    if (!to.gradient.empty())
      worker.model.for_each_accumulator([&](const AlignedVector<Real>& own) { add_to(*at++, own); });
  }

  std::vector<Worker> workers_;
  std::vector<char> begun_;  // by worker, for this batch
  ThreadTeam threads_;
  bool shares_blocks_;
  BlockPartners partners_;
  SumTree<Real> gradients_, errors_;
  MemberSums<Real> member_sums_;
  std::vector<double> error_;
};

}  // namespace icsweep
