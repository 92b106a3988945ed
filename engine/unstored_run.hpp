// An experiment run for its results alone, without a store.
#pragma once

#include <functional>
#include <vector>

#include "engine/messages.hpp"
#include "io/table.hpp"

namespace icsweep {

struct UnstoredRun {
  Row cells;  ///< identity, parameters and results; a result that the task did not put is NaN
  std::vector<float> weights;
};

/// Runs it as a launch would, once and without a time limit. `on_tick` is called at every tick. Throws what the task
/// throws, Error(numeric) for results that its schema does not declare, and Interrupted (engine/runner.hpp) at the
/// first tick after this process was asked to stop.
UnstoredRun run_unstored(const Task& task, const Config& config, const std::function<void(const Progress&)>& on_tick);

}  // namespace icsweep
