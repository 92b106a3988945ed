// Checks that the hosts of a launch have the instructions of its experiments.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/sweep/grid.hpp"
#include "models/layers/layer_kinds.hpp"

namespace icsweep {

/// Number of requested experiments with this precision.
std::size_t taking(const std::vector<Experiment>& experiments, Precision precision);

/// For each rank, its host if it lacks the instructions of a precision, else "".
using LackingHosts = std::map<Precision, std::vector<std::string>>;

/// Throws Error(config) that names the hosts if some experiment needs instructions that a host lacks. `place` is the
/// sweep, for the message.
void expect_instructions(const std::vector<Experiment>& experiments, const LackingHosts& lacking,
                         const std::string& place);

}  // namespace icsweep
