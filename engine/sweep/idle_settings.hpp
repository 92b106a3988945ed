// Settings that change no result of their experiments.
#pragma once

#include <string>
#include <vector>

#include "engine/sweep/grid.hpp"

namespace icsweep {

/// One sentence per rule of the schemas (IdleSetting) that applies to some of the experiments, such as `plain: 6
/// experiments with optimizer = "adamw": the same bits as with "adam", since weight_decay = 0`.
std::vector<std::string> idle_settings(const std::vector<const Experiment*>& experiments);

}  // namespace icsweep
