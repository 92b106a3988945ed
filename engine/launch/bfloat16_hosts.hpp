// Whether the hosts of a launch have the instructions that its experiments compute with.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/sweep/grid.hpp"
#include "models/layers/layer_kinds.hpp"

namespace icsweep {

/// How many of the experiments that are asked for have this precision.
std::size_t taking(const std::vector<Experiment>& experiments, Precision precision);

/// Of each rank its host if it lacks a precision's instructions, else "".
using LackingHosts = std::map<Precision, std::vector<std::string>>;

/// Throws Error(config) that names the hosts if some experiment needs instructions that a host lacks. Place: the sweep,
/// for the message.
void expect_instructions(const std::vector<Experiment>& experiments, const LackingHosts& lacking,
                         const std::string& place);

}  // namespace icsweep
