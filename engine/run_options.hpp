// What the command line of `icsweep run` says.
#pragma once

#include <optional>
#include <string>

#include "engine/commands.hpp"
#include "engine/runner.hpp"
#include "engine/store_plan.hpp"
#include "engine/sweep_options.hpp"

namespace icsweep {

struct RunOptions {
  SweepOptions sweep;
  std::string store;               ///< what links name in the end
  std::vector<std::string> words;  ///< the command line
  Rerun rerun;
  RunnerSettings runner;
  std::optional<double> walltime;  ///< seconds
  bool add = false;                ///< what earlier sweeps planned stays planned
  bool check = false;              ///< nothing is run: what has ended is told
  bool quiet = false;              ///< nothing is said but what went wrong
};

/// Nothing if help was asked for and printed. Throws Error(config).
std::optional<RunOptions> read_run_options(const Command& self, const Arguments& arguments);

}  // namespace icsweep
