#include "engine/verify/planned_check.hpp"

#include <fmt/format.h>

#include <functional>

#include "engine/planning/ended_experiments.hpp"
#include "engine/planning/stored_sweep.hpp"
#include "engine/search/planned_experiments.hpp"

namespace icsweep {

namespace {

/// ended: none if no results are at hand.
PlannedPoints points_of(const std::function<StoredSweep()>& read,
                        const std::function<EndedExperiments(const ResolvedSweep&)>& ended) {
  PlannedPoints points;
  try {
    const StoredSweep stored = read();
    points.unknown = stored.unknown;
    points.tasks = stored.tasks;
    if (stored.sweep && stored.sweep->sweep().rounds && !ended)
      points.unknown = "its rounds of proposals follow from results that are not here";
    if (!points.unknown.empty()) return points;
    PlannedExperiments planned = planned_experiments(*stored.sweep, ended ? ended(*stored.sweep) : EndedExperiments{});
    for (auto& e : planned.points.experiments) points.identities.insert(std::move(e.identity));
  } catch (const Error& e) {
    points.unknown = fmt::format("its sweep cannot be expanded ({})", e.what());
    points.broken = true;
  }
  return points;
}

}  // namespace

PlannedPoints planned_points(const TaskRegistry& tasks, const Store& store) {
  return points_of([&] { return stored_sweep(tasks, store); },
                   [&](const ResolvedSweep& sweep) { return ended_experiments(sweep, store); });
}

PlannedPoints planned_points(const TaskRegistry& tasks, const StoreHeader& header) {
  return points_of([&] { return stored_sweep(tasks, header); }, {});
}

}  // namespace icsweep
