#include "engine/commands/store_outlook.hpp"

#include <fmt/format.h>

#include "engine/launch/launch_search.hpp"
#include "engine/planning/checkpoint_index.hpp"
#include "engine/planning/planned_sweep.hpp"
#include "io/counted.hpp"

namespace icsweep {

std::string store_outlook(const TaskRegistry& known, const SweepSource& source, const std::string& path) {
  auto [sweep, tasks] = source.read(known);
  if (sweep.rounds) sweep = planned_sweep(tasks, std::move(sweep), path).sweep;
  Expansion points = expand(tasks, sweep, source.only, Unasked::kept);
  const std::optional<Search> search = search_of(sweep, source.only, points.experiments);
  Request request{.defaulted = points.defaulted};
  if (search) request.search = &*search, request.saved_rungs = saved_rungs(path);
  const StorePlan found = compare_store(tasks, path, sweep, points.experiments, request);
  if (found.created) return fmt::format("{}: there is no such store, run makes it\n", path);
  const std::size_t left = found.jobs.size();
  std::string text = fmt::format("{}: {} of {} have ended, {} to do\n", path, points.asked - left,
                                 counted(points.asked, "experiment"), left);
  if (found.unplanned > 0)
    text += fmt::format("{}: {} of earlier sweeps would leave the plan; rows stay; run --add keeps {} planned\n", path,
                        counted(found.unplanned, "experiment"), found.unplanned == 1 ? "it" : "them");
  return text;
}

}  // namespace icsweep
