// A sweep with the rounds of proposals that the rows of its store allow.
#pragma once

#include <set>
#include <string>

#include "engine/search/proposals.hpp"
#include "io/store/store.hpp"

namespace icsweep {

/// The experiments of the sweep's tasks that have ended by sound rows of the store. Those with one of the outcomes
/// `again` are to run again and have not.
EndedExperiments ended_experiments(const TaskRegistry& tasks, const Store& store, const Sweep& sweep,
                                   const std::set<Outcome>& again = {});

/// Without rounds the sweep as it is. Nothing has ended in a store that is not there. Throws as with_proposals does,
/// and Error(store) for a file that is no store.
GrownSweep planned_sweep(const TaskRegistry& tasks, Sweep sweep, const std::string& store,
                         const std::set<Outcome>& again = {});

}  // namespace icsweep
