// Sums the gradient of a batch over its lane blocks, on one thread or a team of them.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "models/aligned.hpp"
#include "models/cpu/thread_team.hpp"

namespace icsweep {

/// Every thread has a worker: a model and its error sums (members `model`, `error`). A batch's blocks are divided into
/// parts, whose number depends on the batch and the model alone. Each part is summed by itself and the parts are added
/// in their order, so that the sums have the same bits for any number of threads.
template <class Real, class Worker>
class LaneTeam {
 public:
  /// Copies `worker`, which must not have seen a block yet. flop: floating-point operations of one block, forward and
  /// backward.
  LaneTeam(const Worker& worker, double flop) : workers_(1, worker), flop_(flop), error_(worker.error.size()) {
    std::size_t size = 0;
    workers_[0].model.for_each_accumulator([&](std::span<Real> sums) { size += sums.size(); });
    totals_.resize(size);
  }

  /// Returns the number of threads taken: one in a build without threads, and never more than the largest number of
  /// parts.
  int set_threads(int threads) {
    const auto count = std::size_t(has_threads() ? std::clamp(threads, 1, max_parts) : 1);
    while (workers_.size() > count) workers_.pop_back();
    while (workers_.size() < count) workers_.push_back(workers_.front());
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

  /// Calls begin(worker) for each worker, then train(worker, block) for blocks 0 … blocks − 1. The first worker's model
  /// then holds all sums.
  template <class Begin, class Train>
  void train(int blocks, Begin&& begin, Train&& train) {
    std::fill(totals_.begin(), totals_.end(), Real(0));
    in_parts(blocks, part_count(blocks), begin, train, [this](Worker& worker) { collect(worker); });
    auto total = totals_.begin();
    first().model.for_each_accumulator([&](std::span<Real> sums) {
      std::copy_n(total, sums.size(), sums.begin());
      total += std::ptrdiff_t(sums.size());
    });
  }

  /// As train(), for work that sums only errors.
  template <class Begin, class Evaluate>
  void evaluate(int blocks, Begin&& begin, Evaluate&& evaluate) {
    in_parts(blocks, std::min(blocks, max_parts), begin, evaluate, [](Worker&) {});
  }

 private:
  static constexpr int max_parts = 16;

  /// The number of parts that keeps adding them below about 2 % of the work and gives threads enough to do. Assumes
  /// that a part's sums are read and written at 10 GB/s if they exceed a core's cache, at ten times that if not, and
  /// that a block runs at 150 GFLOP/s.
  int part_count(int blocks) const {
    const double bytes = 4.0 * sizeof(Real) * double(totals_.size());
    const double adding = bytes / (bytes > 4e6 ? 1e10 : 1e11), work = blocks * flop_ / 1.5e11;
    return std::clamp(int(0.02 * work / adding), std::min(blocks, 2), std::min(blocks, max_parts));
  }

  template <class Begin, class Run, class Collect>
  void in_parts(int blocks, int parts, Begin& begin, Run& run, Collect collect_sums) {
    std::fill(error_.begin(), error_.end(), 0.0);
    const auto sum = [&](Worker& worker, int part) {
      for (int block = int(long(blocks) * part / parts); block < int(long(blocks) * (part + 1) / parts); ++block)
        run(worker, block);
    };
    const auto add = [&](Worker& worker) {
      for (std::size_t t = 0; t < error_.size(); ++t) error_[t] += worker.error[t];
      std::fill(worker.error.begin(), worker.error.end(), 0.0);
      collect_sums(worker);
    };
    if (workers_.size() == 1) {  // without a team, which would allocate
      begin(first());
      for (int part = 0; part < parts; ++part) sum(first(), part), add(first());
      return;
    }
    const auto worker = [&](int thread) -> Worker& { return workers_[std::size_t(thread)]; };
    in_team(int(workers_.size()), parts,
            {[&](int thread) { begin(worker(thread)); }, [&](int thread, int part) { sum(worker(thread), part); },
             [&](int thread) { add(worker(thread)); }});
  }

  void collect(Worker& worker) {
    auto total = totals_.begin();
    worker.model.for_each_accumulator([&](std::span<Real> sums) {
      for (Real& sum : sums) {
        *total++ += sum;
        sum = 0;
      }
    });
  }

  std::vector<Worker> workers_;
  double flop_;
  std::vector<double> error_;
  AlignedVector<Real> totals_;
};

}  // namespace icsweep
