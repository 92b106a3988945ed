// Measures a task's training speed beside the processor's peak.
#pragma once

#include <optional>

#include "tasks/task.hpp"

namespace icsweep {

struct Speed {
  double sequences_per_s = 0;  ///< median over slices
  double gflops = 0;           ///< floating-point operations by the task's cost
  double peak_gflops = 0;      ///< of one thread: median of the register-only multiply-add loop between slices
  double share = 0;            ///< median over slices of gflops over all threads' peak at that moment
  double loaded_gflops = 0;    ///< as peak_gflops, of the loop that loads its operands
  double loaded_share = 0;     ///< as share, of that
  std::optional<double> allocations_per_step{};  ///< median over slices; nothing where they cannot be counted
};

/// The present speed of the register-only multiply-add loop: the best of three runs of about a millisecond.
double peak_gflops();
/// Likewise of the loop with the loads of a linear map's register tile.
double loaded_gflops();

/// Runs the experiment's own training loop for about `seconds` after a warm-up, in ten slices with a short run of the
/// peak loop after each, then stops it. Uses fewer slices if steps are so long that ten would take more than twice the
/// time. Data generation and evaluation are not measured.
Speed measure_speed(const Task& task, const Config& config, double seconds, int threads = 1);

}  // namespace icsweep
