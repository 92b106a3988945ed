// Forecasts a sweep: time from short runs of its costliest experiments, memory and store size from the tasks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/forecast/calibration.hpp"
#include "engine/sweep/grid.hpp"

namespace icsweep {

/// Experiments of one task. Those with equal values of all text parameters (softmax or linear attention, say) are of
/// one kind. A kind has one time per floating-point operation.
struct TaskForecast {
  std::size_t experiments = 0, kinds = 0;
  double flop = 0;                               ///< of all experiments, by the cost of the task
  double core_seconds = 0;                       ///< of all experiments in sequence
  double bytes = 0;                              ///< memory of the largest
  double store_bytes = 0;                        ///< rows of all
  std::map<std::string, double> over_float32{};  ///< by precision, measured: speed relative to float32
  bool measured = true;  ///< false: the speed of some kind is assumed, since none of its steps ended in time
};

/// Default share of a step that threads cannot share.
inline constexpr double usually_alone = 0.04;

/// Forecast of one experiment.
struct Prediction {
  double flop = 1;               ///< the cost that the scheduler uses
  double seconds = 0;            ///< on one core
  double step = 0;               ///< seconds between two of its ticks
  int threads = 1;               ///< largest number that can share its batches
  double shared_bytes = 0;       ///< exchanged per step by hosts that share its batches; 0: hosts cannot share them
  double alone = usually_alone;  ///< the share of a step that threads cannot share
  Resources needs{};
};

struct Forecast {
  std::map<std::string, TaskForecast> tasks;
  std::vector<Prediction> experiments;
};

/// Runs the costliest experiment of each kind: whole if it ends in time, otherwise extrapolated from its steps.
Forecast forecast(const std::vector<Experiment>& experiments, const Calibration& = {});

}  // namespace icsweep
