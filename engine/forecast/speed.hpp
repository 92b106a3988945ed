// Measures how fast a task trains, beside the processor's peak.
#pragma once

#include <optional>

#include "tasks/task.hpp"

namespace icsweep {

struct Speed {
  double sequences_per_s = 0;  ///< median over slices
  double gflops = 0;           ///< of the floating-point operations that the task's cost counts
  double peak_gflops = 0;      ///< of one thread: median of the register-only multiply-add loop, between the slices
  double share = 0;            ///< median over slices of gflops/peak of the same moment, for each thread
  std::optional<double> allocations_per_step{};  ///< median over slices; nothing where they cannot be counted
};

/// The register-only multiply-add loop's speed now: the best of three runs of about a millisecond.
double peak_gflops();

/// Runs the experiment's own training loop for about `seconds` in ten slices after a warm-up, each followed by a short
/// run of the peak loop, then stops it; in fewer slices where steps are so long that ten take more than twice the time.
/// Data generation and evaluation are not in it.
Speed measure_speed(const Task& task, const Config& config, double seconds, int threads = 1);

}  // namespace icsweep
