// Sums the gradient of a batch over its lane blocks, on one thread or a team of them.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "models/aligned.hpp"
#include "models/cpu/block_work.hpp"
#include "models/cpu/member_sums.hpp"
#include "models/cpu/sum_tree.hpp"
#include "models/cpu/thread_team.hpp"

namespace icsweep {

/// Every thread has a worker: a model and its error sums (members `model`, `error`). A batch's blocks are divided into
/// parts, whose number depends on the batch and the model alone. Each part is summed by itself and the parts are added
/// in a tree, so that the sums have the same bits for any number of threads.
template <class Real, class Worker>
class LaneTeam {
 public:
  /// Copies `worker`, which must not have seen a block yet.
  LaneTeam(const Worker& worker, const BlockWork& work)
      : workers_(1, worker),
        work_(work),
        gradients_(size_of(workers_[0]), worker.error.size()),
        errors_(0, worker.error.size()),
        member_sums_(gradients_),
        error_(worker.error.size()) {}

  /// Returns the number of threads taken: never more than the largest number of parts.
  int set_threads(int threads) {
    const auto count = std::size_t(std::clamp(threads, 1, BlockWork::max_parts));
    while (workers_.size() > count) workers_.pop_back();
    while (workers_.size() < count) workers_.push_back(workers_.front());
    threads_.set_threads(int(count));
    return int(count);
  }
  Worker& first() { return workers_.front(); }
  /// The number of a worker's thread, from 0.
  int index(const Worker& worker) const { return int(&worker - workers_.data()); }
  template <class F>
  void for_each(F&& f) {
    for (Worker& worker : workers_) f(worker);
  }
  /// The error by output token, summed over the blocks of the last call.
  const std::vector<double>& error() const { return error_; }

  /// Calls begin(worker) once for each worker that takes part, then train(worker, block) for blocks 0 … blocks − 1, or
  /// for those of this process if `members` share them. The first worker's model then holds all sums.
  template <class Begin, class Train>
  void train(int blocks, Begin&& begin, Train&& train, Members* members) {
    begun_.assign(workers_.size(), false);
    const int parts = work_.parts(blocks);
    in_parts(blocks, parts, members ? members->own_parts(parts) : std::pair(0, parts), begin, train, gradients_);
    if (members) member_sums_.add_up(*members, gradients_);
    error_ = gradients_.total().error;
    begin_once(begin, 0);  // it takes the sums
    auto total = gradients_.total().gradient.begin();
    first().model.for_each_accumulator([&](std::span<Real> sums) {
      std::copy_n(total, sums.size(), sums.begin());
      total += std::ptrdiff_t(sums.size());
    });
  }

  /// As train(), for work that sums only errors.
  template <class Begin, class Evaluate>
  void evaluate(int blocks, Begin&& begin, Evaluate&& evaluate) {
    begun_.assign(workers_.size(), false);
    const int parts = std::min(blocks, BlockWork::max_parts);
    in_parts(blocks, parts, {0, parts}, begin, evaluate, errors_);
    error_ = errors_.total().error;
  }

 private:
  static std::size_t size_of(Worker& worker) {
    std::size_t size = 0;
    worker.model.for_each_accumulator([&](std::span<Real> sums) { size += sums.size(); });
    return size;
  }

  template <class Begin>
  void begin_once(Begin& begin, int thread) {
    if (!begun_[std::size_t(thread)]) begin(workers_[std::size_t(thread)]), begun_[std::size_t(thread)] = true;
  }

  template <class Begin, class Run>
  void in_parts(int blocks, int parts, std::pair<int, int> own, Begin& begin, Run& run, SumTree<Real>& tree) {
    tree.begin(parts);
    const auto work = [&](int thread, int number) {
      const int part = own.first + number;
      begin_once(begin, thread);
      Worker& worker = workers_[std::size_t(thread)];
      for (int block = int(long(blocks) * part / parts); block < int(long(blocks) * (part + 1) / parts); ++block)
        run(worker, block);
      tree.add(part, [&](PartSums<Real>& sums, bool adds) { move_sums(worker, sums, adds); });
    };
    threads_.run(own.second - own.first, std::ref(work));  // by reference: copying it would allocate
  }

  /// A tree of errors alone has no gradient: the worker's stays.
  static void move_sums(Worker& worker, PartSums<Real>& to, bool adds) {
    const auto move = [adds](auto& from, auto at) {
      for (auto& value : from) *at = adds ? *at + value : value, value = 0, ++at;
      return at;
    };
    move(worker.error, to.error.begin());
    auto at = to.gradient.begin();
    if (!to.gradient.empty()) worker.model.for_each_accumulator([&](std::span<Real> sums) { at = move(sums, at); });
  }

  std::vector<Worker> workers_;
  std::vector<char> begun_;  // by worker, in this batch
  ThreadTeam threads_;
  BlockWork work_;
  SumTree<Real> gradients_, errors_;
  MemberSums<Real> member_sums_;
  std::vector<double> error_;
};

}  // namespace icsweep
