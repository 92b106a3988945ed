#include "engine/search/planned_experiments.hpp"

#include <fmt/format.h>

namespace icsweep {
namespace {

void expect_whole(const ResolvedSweep& resolved) {
  const Sweep& sweep = resolved.sweep();
  if (!resolved.only().empty() && (sweep.search || sweep.rounds))
    throw Error(ErrorKind::config, fmt::format("--only {}: a search decides among all of the sweep's settings; write a "
                                               "where into the sweep, or take [search] out",
                                               resolved.only().front()));
  expect_rounds(resolved.tasks(), sweep);
}

PlannedExperiments planned(const ResolvedSweep& resolved, GrownSweep grown, Unasked unasked) {
  PlannedExperiments all{.sweep = std::move(grown.sweep),
                         .points = {},
                         .rounds = grown.rounds,
                         .has_more = grown.has_more,
                         .growth = grown.growth};
  all.points = expand(resolved.tasks(), all.sweep, resolved.only(), unasked);
  if (all.sweep.search) all.search = make_search(*all.sweep.search, all.points.experiments);
  return all;
}

}  // namespace

PlannedExperiments planned_experiments(const ResolvedSweep& resolved, const EndedExperiments& ended, Unasked unasked) {
  expect_whole(resolved);
  const Sweep& sweep = resolved.sweep();
  return planned(resolved, sweep.rounds ? with_proposals(resolved.tasks(), sweep, ended) : GrownSweep{sweep}, unasked);
}

PlannedExperiments expected_experiments(const ResolvedSweep& resolved, Unasked unasked) {
  expect_whole(resolved);
  return planned(resolved, {with_random_rounds(resolved.sweep())}, unasked);
}

}  // namespace icsweep
