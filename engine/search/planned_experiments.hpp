// Experiments that a sweep plans, with its search and its rounds of proposals so far.
#pragma once

#include <optional>

#include "engine/search/proposals.hpp"
#include "engine/search/search.hpp"
#include "engine/sweep/resolved_sweep.hpp"

namespace icsweep {

struct PlannedExperiments {
  Sweep sweep;       ///< with the draws that were proposed
  Expansion points;  ///< experiments that --only excludes are kept, or dropped and counted
  std::optional<Search> search{};
  std::int64_t rounds = 0;  ///< of proposals, among the points
  bool has_more = false;    ///< a round of proposals follows when all have ended
  double growth = 1;        ///< see GrownSweep
};

/// ended: results from which rounds of proposals follow. Throws Error(config) as expand(), make_search() and
/// expect_rounds() do, and for a search with --only.
PlannedExperiments planned_experiments(const ResolvedSweep& resolved, const EndedExperiments& ended = {},
                                       Unasked unasked = Unasked::kept);

/// The same before any result: random draws replace those of all rounds.
PlannedExperiments expected_experiments(const ResolvedSweep& resolved, Unasked unasked = Unasked::dropped);

}  // namespace icsweep
