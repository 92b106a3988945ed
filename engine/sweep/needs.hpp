// Compares the resources that experiments state with those of hosts.
#pragma once

#include <string>
#include <vector>

#include "engine/sweep/grid.hpp"

namespace icsweep {

/// Throws Error(config) "FILE:LINE: …" if no host can hold one of the experiments; names the host that comes closest.
/// Without hosts all pass.
void expect_room(const std::vector<const Experiment*>& experiments, const std::vector<HostCapacity>& hosts);

/// Sentences about the resources that experiments state: "6 experiments need 4 cores and 1 GPU each".
std::vector<std::string> needs_of(const std::vector<Experiment>& experiments);

}  // namespace icsweep
