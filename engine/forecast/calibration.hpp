// How long an experiment takes, from a short run of it.
#pragma once

#include <optional>

#include "tasks/task.hpp"

namespace icsweep {

/// Work of an experiment in floating-point operations, at least 1: what the queue, the bar and the forecast go by.
double predicted_cost(const Task& task, const Config& config);

/// How long to calibrate. A run that does not call tick() or poll() cannot be stopped: what both promise is what
/// keeps the limit.
struct Calibration {
  double seconds = 1;         ///< of training steps, for each kind
  double max_seconds = 3;     ///< of a run: it ends at its next tick or breath
  std::size_t max_kinds = 8;  ///< measured of a task; the others are taken to be as slow as the slowest of them
};

struct RunLength {
  double seconds = 0;
  double steps = 1;  ///< between which other ranks are served; at least 1
};

/// Of one experiment: it is run whole if it ends in time (a short one several times: its first run also pays for cold
/// caches), otherwise extrapolated from its steps; nothing if no step ended.
std::optional<RunLength> measure_run(const Task& task, const Config& config, const Calibration& limits);

}  // namespace icsweep
