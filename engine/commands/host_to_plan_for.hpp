// The host for which plan and simulate place experiments.
#pragma once

#include <vector>

#include "engine/sweep/grid.hpp"

namespace icsweep {

/// This host, or one with that number of cores unless it is 0. Throws Error(config) if it cannot hold one of the
/// experiments.
HostCapacity host_to_plan_for(const std::vector<Experiment>& experiments, int cores);

}  // namespace icsweep
