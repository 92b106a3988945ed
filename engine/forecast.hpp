// What a sweep will take: time from short runs of its costliest experiments, memory and store size from the tasks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/grid.hpp"

namespace icsweep {

/// One task's experiments. Those with the same values of all text parameters are of one kind (softmax or linear
/// attention, say): they are taken to need the same time for a floating-point operation.
struct TaskForecast {
  std::size_t experiments = 0, kinds = 0;
  double flop = 0;                      ///< of all experiments, as the task counts it
  double core_seconds = 0;              ///< of all experiments, one after the other
  const Experiment* longest = nullptr;  ///< the one predicted to take longest ...
  double longest_seconds = 0;           ///< ... and its time
  double bytes = 0;                     ///< memory of the largest
  double store_bytes = 0;               ///< rows of all
  bool measured = true;                 ///< else some kind's speed is assumed: no step of it ended in time
  double seconds(int ranks) const;      ///< wall time on so many ranks
};

/// How long to calibrate. A run that does not call tick() or breathe() cannot be stopped: what both promise is what
/// keeps the limit.
struct Calibration {
  double seconds = 0.5;        ///< of training steps, for each kind
  double most_seconds = 2;     ///< of a run: it ends at its next tick or breath
  std::size_t most_kinds = 8;  ///< measured of a task; the others are taken to be as slow as the slowest of them
};

/// By task. The costliest experiment of each kind is run, whole if it ends in time, otherwise extrapolated from its
/// steps.
std::map<std::string, TaskForecast> forecast(const std::vector<Experiment>& experiments, const Calibration& = {});

}  // namespace icsweep
