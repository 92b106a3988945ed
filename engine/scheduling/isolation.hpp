// Chooses the experiments that run in processes of their own after a launch has crashed.
#pragma once

#include <cstddef>
#include <set>

#include "io/index.hpp"

namespace icsweep {

/// The first experiments of a launch may include the one that crashed the launch before: the scheduler hands out begun
/// experiments first and the others in the same order. Each that crashes adds twice as many, since crashes seldom come
/// alone.
class Isolation {
 public:
  /// first: number of experiments to isolate at first; 0: none is, whatever crashes.
  explicit Isolation(std::size_t first = 0) : first_(first), suspects_(first) {}

  /// The rank begins an experiment. One that has a process of its own anyway is never isolated.
  void begin(Rank rank, bool has_own_process);
  bool holds(Rank rank) const { return ranks_.contains(rank); }
  /// An experiment has crashed.
  void crashed();

 private:
  std::size_t first_, suspects_, handed_out_ = 0;
  std::set<Rank> ranks_{};
};

}  // namespace icsweep
