// Compares a sweep with a store before it runs: for `icsweep plan -o`, `run --check` and jobs/launch.sh.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

#include "engine/ledger/store_plan.hpp"
#include "engine/sweep/resolved_sweep.hpp"

namespace icsweep {

/// Counts the experiments that are asked for, in the store or not: {"experiments": 6, "pending": 4, "done": 2, …,
/// "attempts": runs to the end so far, "again": ended ones that `rerun` runs again, "uninterruptible": pending ones
/// that lose their steps when a launch is stopped}. Reads the store, if there is one, and changes nothing. Throws the
/// errors of a launch for bad input.
nlohmann::json check_sweep(const ResolvedSweep& sweep, const std::string& store, const Rerun& rerun);

/// Lines: "store.h5: 9 of 15 experiments have ended, 6 to do", then the number of experiments of earlier sweeps that
/// would leave the plan. Reads the store, if there is one, and changes nothing. Throws the errors of a launch.
std::string store_outlook(const ResolvedSweep& sweep, const std::string& path);

/// The same lines, and one for each group of experiments to do, with the reason: "store.h5: 4 experiments of fit run
/// since its code changed (fit.py)".
std::string why_text(const ResolvedSweep& sweep, const std::string& path);
/// One JSON object on a line for each group: {"why": "code changed", "experiments": 4, "task": "fit", "files": [...]}.
std::string why_json(const ResolvedSweep& sweep, const std::string& path);

}  // namespace icsweep
