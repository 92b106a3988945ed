// The results from which a sweep's rounds of proposals follow.
#pragma once

#include <set>
#include <string>

#include "engine/search/proposals.hpp"
#include "engine/sweep/resolved_sweep.hpp"
#include "io/store/store.hpp"

namespace icsweep {

/// The experiments of a sweep's tasks that have ended by sound rows of the store. Those with one of the
/// outcomes `again` are to run again and have not. Nothing for a sweep without rounds.
EndedExperiments ended_experiments(const ResolvedSweep& sweep, const Store& store, const std::set<Outcome>& again = {});

/// The same of the store at a path; nothing if there is none. Throws Error(store) for
/// a file that is no store.
EndedExperiments ended_experiments(const ResolvedSweep& sweep, const std::string& store,
                                   const std::set<Outcome>& again = {});

}  // namespace icsweep
