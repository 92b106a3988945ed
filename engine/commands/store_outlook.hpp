// Compares a sweep with a store before it runs.
#pragma once

#include <string>

#include "engine/sweep/sweep_source.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// Lines: "store.h5: 9 of 15 experiments have ended, 6 to do", then how many of earlier sweeps would leave the plan.
/// Reads the store, if there is one, and changes nothing. Throws Error as a launch does.
std::string store_outlook(const TaskRegistry& known, const SweepSource& source, const std::string& path);

}  // namespace icsweep
