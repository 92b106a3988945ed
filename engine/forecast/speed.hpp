// Measures the training speed of a task and the peak of the processor.
#pragma once

#include <optional>

#include "tasks/task.hpp"

namespace icsweep {

struct Speed {
  double sequences_per_s = 0;  ///< median over slices
  double gflops = 0;           ///< floating-point operations by the cost of the task
  double peak_gflops = 0;      ///< of one thread: median of the register-only multiply-add loop between slices
  double share = 0;            ///< median over slices of gflops divided by the peak of all threads at that moment
  double loaded_gflops = 0;    ///< peak_gflops of the loop that loads its operands
  double loaded_share = 0;     ///< share of that
  std::optional<double> allocations_per_step{};  ///< median over slices; nothing if they cannot be counted
};

/// Present speed of the register-only multiply-add loop: the best of three runs of about a millisecond.
double peak_gflops();
/// Same for the loop with the loads of a register tile of a linear map.
double loaded_gflops();

/// Runs the training loop of the experiment for about `seconds` after a warm-up, in ten slices with a short run of the
/// peak loop after each, then stops it. Uses fewer slices if ten would take more than twice the time. Data generation
/// and evaluation are not measured.
Speed measure_speed(const Task& task, const Config& config, double seconds, int threads = 1);

}  // namespace icsweep
