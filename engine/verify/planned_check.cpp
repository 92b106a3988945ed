#include "engine/verify/planned_check.hpp"

#include <fmt/format.h>

#include "engine/planning/planned_sweep.hpp"
#include "engine/planning/stored_sweep.hpp"
#include "engine/sweep/grid.hpp"

namespace icsweep {

PlannedPoints planned_points(const TaskRegistry& tasks, const Store& store) {
  return planned_points(tasks, store.header(),
                        [&](const Sweep& sweep) { return ended_experiments(tasks, store, sweep); });
}

PlannedPoints planned_points(const TaskRegistry& tasks, const StoreHeader& header,
                             const std::function<EndedExperiments(const Sweep&)>& ended) {
  PlannedPoints points;
  try {
    auto [sweep, unknown] = stored_sweep(tasks, header);
    points.unknown = unknown;
    for (const Grid& grid : sweep.grids) points.tasks.insert(grid.task);
    if (unknown.empty() && sweep.rounds && !ended)
      points.unknown = "its rounds of proposals follow from results that are not here";
    if (!points.unknown.empty()) return points;
    if (sweep.rounds) sweep = with_proposals(tasks, sweep, ended(sweep)).sweep;
    for (auto& e : expand(tasks, sweep).experiments) points.identities.insert(std::move(e.identity));
  } catch (const Error& e) {
    points.unknown = fmt::format("its sweep cannot be expanded ({})", e.what());
    points.broken = true;
  }
  return points;
}

}  // namespace icsweep
