// The experiments that a sweep plans, with its search and the rounds of proposals that its results allow.
#pragma once

#include <optional>

#include "engine/search/proposals.hpp"
#include "engine/search/search.hpp"
#include "engine/sweep/resolved_sweep.hpp"

namespace icsweep {

struct PlannedExperiments {
  Sweep sweep;       ///< with the draws that were proposed
  Expansion points;  ///< those that --only does not ask for are kept, or dropped and counted
  std::optional<Search> search{};
  std::int64_t rounds = 0;  ///< of proposals, among the points
  bool has_more = false;    ///< a round of proposals follows when all have ended
};

/// ended: results that rounds of proposals follow from. Throws Error(config) as expand(), make_search() and
/// expect_rounds() do, and for a search with --only.
PlannedExperiments planned_experiments(const ResolvedSweep& resolved, const EndedExperiments& ended = {},
                                       Unasked unasked = Unasked::kept);

/// The same before any result: random draws stand for those of all rounds.
PlannedExperiments expected_experiments(const ResolvedSweep& resolved, Unasked unasked = Unasked::dropped);

}  // namespace icsweep
