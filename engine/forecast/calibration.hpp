// Measures by a short run how long an experiment takes.
#pragma once

#include <optional>

#include "tasks/task.hpp"

namespace icsweep {

/// An experiment's work in floating-point operations, at least 1. Scheduler, progress and forecast use it.
double predicted_cost(const Task& task, const Config& config);

/// Limits of a calibration. They hold only because tasks call tick() or poll(): a run that calls neither cannot be
/// stopped.
struct Calibration {
  double seconds = 1;         ///< seconds of training steps for each kind
  double max_seconds = 3;     ///< of a run, which ends at its next tick or poll
  std::size_t max_kinds = 8;  ///< of a task that are measured; others count as slow as the slowest of these
};

struct RunLength {
  double seconds = 0;
  double steps = 1;  ///< at least 1; other ranks are served between steps
  /// The share of the time that is not spent in the blocks of batches, and of that in blocks the share that a second
  /// thread cannot take half of.
  std::optional<double> outside{}, whole{};
};

/// Reduces the sequences of a task that trains in batches: its speed is the same, and they are drawn sooner.
Config with_fewer_sequences(const Schema& schema, Config config);

/// Measures one experiment whose time is not known. It is run whole if it ends in time (a short one several times,
/// since its first run also pays for cold caches), otherwise extrapolated from its steps; nothing if no step ended.
std::optional<RunLength> measure_run(const Task& task, const Config& config, const Calibration& limits);

}  // namespace icsweep
