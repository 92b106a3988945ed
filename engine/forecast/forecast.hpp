// What a sweep will take: time from short runs of its costliest experiments, memory and store size from the tasks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/forecast/calibration.hpp"
#include "engine/sweep/grid.hpp"

namespace icsweep {

/// One task's experiments. Those with the same values of all text parameters are of one kind (softmax or linear
/// attention, say): they are taken to need the same time for a floating-point operation.
struct TaskForecast {
  std::size_t experiments = 0, kinds = 0;
  double flop = 0;          ///< of all experiments, as the task counts it
  double core_seconds = 0;  ///< of all experiments, one after the other
  double bytes = 0;         ///< memory of the largest
  double store_bytes = 0;   ///< rows of all
  bool measured = true;     ///< else some kind's speed is assumed: no step of it ended in time
};

/// What one experiment takes.
struct Prediction {
  double flop = 1;     ///< as the scheduler knows it
  double seconds = 0;  ///< on one core
  double step = 0;     ///< seconds between two of its ticks
};

struct Forecast {
  std::map<std::string, TaskForecast> tasks;
  std::vector<Prediction> experiments;
};

/// The costliest experiment of each kind is run, whole if it ends in time, otherwise extrapolated from its steps.
Forecast forecast(const std::vector<Experiment>& experiments, const Calibration& = {});

}  // namespace icsweep
