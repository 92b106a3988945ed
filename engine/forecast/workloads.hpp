// Workloads of `icsweep bench`: the papers' experiments at full size.
#pragma once

#include <string>
#include <vector>

#include "tasks/registry.hpp"

namespace icsweep {

/// A task at the size of a paper.
struct Workload {
  std::string name;
  const Task* task;
  Config config;
};

std::vector<std::string> workload_names();
/// Throws Error(config), with the known names, for an unknown one.
Workload find_workload(const TaskRegistry& tasks, const std::string& name);

}  // namespace icsweep
