#include "engine/forecast/neighbour_costs.hpp"

#include "engine/forecast/calibration.hpp"

namespace icsweep {

const Cost& NeighbourCosts::of(const Task& task, const Config& config) {
  if (!repetitions_.has_same_setting(task, config)) last_ = task.cost(config);
  return last_;
}

double NeighbourCosts::predicted(const Task& task, const Config& config) {
  return predicted_cost(of(task, config));
}

}  // namespace icsweep
