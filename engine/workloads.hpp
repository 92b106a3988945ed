// The workloads of `icsweep bench`: tasks at the sizes that papers train them at.
#pragma once

#include <string>

#include "tasks/task.hpp"

namespace icsweep {

struct WorkloadConfig {
  const Task* task;
  Config config;
};

/// Throws Error(config) that lists the known ones.
WorkloadConfig workload_config(const std::string& name);

}  // namespace icsweep
