// Measures the time of an experiment by a short run.
#pragma once

#include <optional>

#include "tasks/task.hpp"

namespace icsweep {

/// Work of an experiment in floating-point operations, at least 1: training and tests along it. Scheduler, progress and
/// forecast use it.
double predicted_cost(const Task& task, const Config& config);
double predicted_cost(const Cost& cost);

/// Limits of a calibration. They hold only for tasks that call tick() or poll(): a run without either cannot be
/// stopped.
struct Calibration {
  double seconds = 1;         ///< seconds of training steps for each kind
  double max_seconds = 3;     ///< of a run, which ends at its next tick or poll
  std::size_t max_kinds = 8;  ///< measured per task; others count as slow as the slowest of these
};

struct RunLength {
  double seconds = 0;
  double steps = 1;  ///< at least 1; other ranks are served between steps
  /// Share of the time outside the blocks of batches, and share of a block that a second thread cannot halve.
  std::optional<double> outside{}, whole{};
};

/// The configuration whose speed is measured instead: with fewer sequences, which are drawn faster, if it trains on
/// batches of them, and with steps of one length (Parameter::steady_at).
Config to_measure(const Schema& schema, Config config);

/// Measures an experiment of unknown time. A run that ends in time is measured whole, and repeated if short, since the
/// first run also pays for cold caches. Otherwise the time is extrapolated from its steps. Returns nothing if no step
/// ended.
std::optional<RunLength> measure_run(const Task& task, const Config& config, const Calibration& limits);

}  // namespace icsweep
