// Compares a sweep with a store before it runs.
#pragma once

#include <string>

#include "engine/sweep/resolved_sweep.hpp"

namespace icsweep {

/// Lines: "store.h5: 9 of 15 experiments have ended, 6 to do", then how many of earlier sweeps would leave the plan.
/// Reads the store, if there is one, and changes nothing. Throws Error as a launch does.
std::string store_outlook(const ResolvedSweep& sweep, const std::string& path);

}  // namespace icsweep
