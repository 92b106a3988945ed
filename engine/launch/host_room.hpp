// Free resources of a host.
#pragma once

#include <cstddef>
#include <vector>

#include "io/base/resources.hpp"

namespace icsweep {

/// The part that a run has taken.
struct TakenRoom {
  Resources needs{};
  std::vector<std::size_t> gpus{};  ///< places in the host's list
  std::vector<int> processors{};
};

class HostRoom {
 public:
  /// A host has at least one core for each of its ranks.
  explicit HostRoom(const HostCapacity& host = {}, int ranks = 0);

  bool holds(const Resources& needs) const;
  /// A share of a GPU is taken from the fullest GPU that has it. Call it only if the room holds the needs.
  TakenRoom take(const Resources& needs);
  void give(const TakenRoom& taken);

 private:
  std::vector<std::size_t> gpus_for(double needed) const;

  int cores_;
  double memory_;
  std::vector<double> gpus_;     // the free share of each
  std::vector<int> processors_;  // ascending
};

}  // namespace icsweep
