// Costs of many experiments, of which neighbours are repetitions of one setting.
#pragma once

#include "engine/sweep/repetitions.hpp"

namespace icsweep {

/// Computes a cost once for experiments in order that differ only in integer seeds.
class NeighbourCosts {
 public:
  const Cost& of(const Task& task, const Config& config);
  /// predicted_cost().
  double predicted(const Task& task, const Config& config);

 private:
  Repetitions repetitions_;
  Cost last_{};
};

}  // namespace icsweep
