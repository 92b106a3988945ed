// Whether the hosts of a launch have the instruction that its experiments compute with.
#pragma once

#include <string>
#include <vector>

#include "engine/sweep/grid.hpp"

namespace icsweep {

/// How many of the experiments that are asked for take bfloat16.
std::size_t taking_bfloat16(const std::vector<Experiment>& experiments);

/// Throws Error(config) that names the hosts if some experiment takes bfloat16 and a host lacks the instruction.
/// `lacking`: of each rank its host if it lacks it, else "". Place: the sweep, for the message.
void expect_bfloat16(const std::vector<Experiment>& experiments, const std::vector<std::string>& lacking,
                     const std::string& place);

}  // namespace icsweep
