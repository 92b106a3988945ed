// Scheduling policy of a search: promoted jobs continue, pruned ones end, undecided ones wait.
#pragma once

#include <memory>
#include <vector>

#include "engine/launch/policy.hpp"
#include "engine/search/search.hpp"

namespace icsweep {

/// experiments: the experiment of each job. entrants: results at the beginning.
///
/// Each job runs to its end, or to the first rung that has not decided about its setting. The order of jobs changes no
/// decision (engine/search/race.hpp): first those that only end as pruned, then those that reach the latest rung, then
/// the costliest, then the lower number. If all jobs wait for decisions, one that leads at its rung continues
/// speculatively by one rung, never to the end, and once from each rung. It pauses when a job is ready or when it is
/// pruned. Noting a result takes time proportional to the number of jobs in its race.
/// A job whose task continues at its rungs runs on until it is pruned, and then pauses.
std::unique_ptr<SchedulingPolicy> search_policy(const Search& search, const Entrants& entrants,
                                                Indexed<JobIndex, ExperimentIndex> experiments);

}  // namespace icsweep
