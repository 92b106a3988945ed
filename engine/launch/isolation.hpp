// Chooses the experiments that run in processes of their own after a launch has crashed.
#pragma once

#include <cstddef>
#include <set>

#include "io/base/index.hpp"

namespace icsweep {

/// One of the first experiments of a launch may have crashed the launch before it: the scheduler hands out begun
/// experiments first and the others in the same order. A crash isolates twice the number again, since crashes are
/// seldom single.
class Isolation {
 public:
  /// first: number of experiments to isolate at first; 0: no experiment is isolated.
  explicit Isolation(std::size_t first = 0) : first_(first), suspects_(first) {}

  /// The rank begins an experiment. One that has a process of its own anyway is never isolated.
  void begin(Rank rank, bool has_own_process);
  /// The rank's experiment is isolated though it is not among the first.
  void hold(Rank rank) { ranks_.insert(rank); }
  bool holds(Rank rank) const { return ranks_.contains(rank); }
  /// An experiment has crashed.
  void crashed();

 private:
  std::size_t first_, suspects_, handed_out_ = 0;
  std::set<Rank> ranks_{};
};

}  // namespace icsweep
