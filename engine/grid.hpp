// From a sweep file to experiments: every grid's product, each point once.
#pragma once

#include <string>
#include <vector>

#include "io/sweep_file.hpp"
#include "tasks/task.hpp"

namespace icsweep {

/// One point of a sweep.
struct Experiment {
  const Task* task;
  Config config;
  std::string identity;  ///< content hash, see io/schema.hpp
  std::string label;     ///< the parameters that vary in the sweep, "depth=3 seed=1"
  Settings settings;
};

/// What expansion gives: the experiments in the order written (the last parameter varies fastest), and how many points
/// were repeats.
struct Expansion {
  std::vector<Experiment> experiments;
  std::size_t repeated = 0;
};

/// The sweep at one of its scales: each of the scale's axes takes the place of that parameter's axis in every grid
/// whose task has the parameter, then those of the grid's own scale do. Throws Error(config) for a scale the file does
/// not have, listing those it has.
Sweep at_scale(Sweep sweep, const std::string& scale);

/// Throws Error(config) "FILE:LINE: …" for a task or parameter that does not exist (with the nearest name) or an
/// impossible value, in scales too, whether they were chosen or not; rules between parameters are checked for the
/// points of this sweep.
Expansion expand(const Sweep& sweep);

}  // namespace icsweep
