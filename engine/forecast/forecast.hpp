// Forecasts what a sweep takes: time from short runs of its costliest experiments, memory and store size from the
// tasks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/forecast/calibration.hpp"
#include "engine/sweep/grid.hpp"

namespace icsweep {

/// One task's experiments. Experiments with equal values of all text parameters (softmax or linear attention, say) are
/// of one kind, which is taken to have one time per floating-point operation.
struct TaskForecast {
  std::size_t experiments = 0, kinds = 0;
  double flop = 0;                               ///< of all experiments, as the task counts it
  double core_seconds = 0;                       ///< of all experiments, one after the other
  double bytes = 0;                              ///< memory of the largest
  double store_bytes = 0;                        ///< rows of all
  std::map<std::string, double> over_float32{};  ///< by precision, measured: speed over float32's
  bool measured = true;  ///< false: some kind's speed is assumed, since no step of it ended in time
};

/// The share of a step that threads cannot share, where nothing else is known.
inline constexpr double usually_alone = 0.04;

/// The forecast of one experiment.
struct Prediction {
  double flop = 1;               ///< the cost that the scheduler uses
  double seconds = 0;            ///< on one core
  double step = 0;               ///< seconds between two of its ticks
  int threads = 1;               ///< the most that can share its batches
  double shared_bytes = 0;       ///< that hosts exchange at a step if they share them; 0: they cannot
  double alone = usually_alone;  ///< the share of a step that threads cannot share
};

struct Forecast {
  std::map<std::string, TaskForecast> tasks;
  std::vector<Prediction> experiments;
};

/// The costliest experiment of each kind is run, whole if it ends in time, otherwise extrapolated from its steps.
Forecast forecast(const std::vector<Experiment>& experiments, const Calibration& = {});

}  // namespace icsweep
