// How the experiments of one sweep stand in a store: what `icsweep run --check` says, and jobs/launch.sh judges by.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

#include "engine/planning/store_plan.hpp"
#include "engine/sweep/sweep_source.hpp"

namespace icsweep {

/// Of the points that are asked for, in the store or not: {"experiments": 6, "pending": 4, "done": 2, …,
/// "attempts": runs to the end so far, "again": those that have ended and that `rerun` asks for again}. Reads the
/// store, if there is one, and changes nothing. Throws Error as a launch does for bad input.
nlohmann::json check_sweep(const SweepSource& sweep, const std::string& store, const Rerun& rerun);

}  // namespace icsweep
