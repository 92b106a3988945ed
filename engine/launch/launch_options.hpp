// What is asked of a launch.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/planning/store_plan.hpp"
#include "engine/sweep/sweep_source.hpp"
#include "engine/worker/runner.hpp"

namespace icsweep {

struct LaunchOptions {
  SweepSource sweep;
  std::string store;               ///< what links name in the end
  std::vector<std::string> words;  ///< the command line
  Rerun rerun;
  RunnerSettings runner;
  std::optional<double> walltime;  ///< seconds
  bool add = false;                ///< what earlier sweeps planned stays planned
  bool quiet = false;              ///< nothing is said but what went wrong
};

}  // namespace icsweep
