// A sweep compared with its store: one record for each experiment.
#pragma once

#include <string>

#include "engine/planning/store_plan.hpp"
#include "engine/search/planned_experiments.hpp"

namespace icsweep {

struct Ledger {
  PlannedExperiments planned;
  StorePlan plan;  ///< its ledger has an entry for each planned experiment, by task
};

/// Reads the store, if there is one, and changes nothing. Throws Error as a launch with this sweep would.
Ledger ledger_of(const ResolvedSweep& sweep, const std::string& store, const Rerun& rerun = {});

}  // namespace icsweep
