// The scheduling of a search: what is promoted runs on, what is pruned ends, what is undecided waits.
#pragma once

#include <memory>
#include <vector>

#include "engine/scheduling/policy.hpp"
#include "engine/search/search.hpp"

namespace icsweep {

/// experiments: that of each job. entrants: known at the beginning.
///
/// Each job runs to the first rung that has not decided about its setting, or to its end. The order among jobs changes
/// no decision (engine/search/race.hpp): first those that only end as pruned, then those that come furthest, then the
/// costliest, then the lower number. If all wait for decisions, one that leads at its rung goes on at its own risk, by
/// one rung and never to the end, once from each rung; it pauses when a job is ready, or when it is pruned. A result
/// costs time proportional to the jobs of its race.
std::unique_ptr<SchedulingPolicy> search_policy(const Search& search, const Entrants& entrants,
                                                Indexed<JobIndex, ExperimentIndex> experiments);

}  // namespace icsweep
