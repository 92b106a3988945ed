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
};

/// What expansion gives: the experiments in the order written (the last parameter varies fastest), and how many points
/// were repeats.
struct Expansion {
  std::vector<Experiment> experiments;
  std::size_t repeated = 0;
};

/// Throws Error(config) "FILE:LINE: …" for a task or parameter that does not exist (with the nearest name) or an
/// impossible value.
Expansion expand(const Sweep& sweep);

}  // namespace icsweep
