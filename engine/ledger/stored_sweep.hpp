// The sweep of a store, read back from its header, and the experiments that it plans.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "engine/sweep/resolved_sweep.hpp"
#include "io/store/store.hpp"

namespace icsweep {

struct StoredSweep {
  std::optional<ResolvedSweep> sweep{};  ///< without the proposals of its rounds; nothing if unknown
  std::string unknown{};                 ///< reason if it is unknown
  std::set<std::string> tasks{};         ///< of its grids, if known
};

/// Opens no file. The table of the store describes a task that this program lacks. A store of an earlier version has no
/// resolved text, and its sweep follows from the text of the sweep file and the command line. It is then unknown if it
/// includes other files, names code, or if earlier sweeps stay planned; before version 2 of the store, which stored
/// commands without quotes, also with --set or --only. Throws Error(config) for a text that is no sweep of these tasks.
StoredSweep stored_sweep(const TaskRegistry& tasks, const Store& store);

/// Same for a header without tables.
StoredSweep stored_sweep(const TaskRegistry& tasks, const StoreHeader& header);

/// Experiments that a store should plan.
struct PlannedPoints {
  std::set<std::string> identities;
  std::string unknown{};          ///< reason if they are unknown; else empty
  bool broken = false;            ///< unknown because the text is no sweep of the tasks of this program
  std::set<std::string> tasks{};  ///< of the grids; empty if unknown

  /// The planned experiment of a row with these identities: its own identity, else the decimal one of a row before
  /// version 0.2. Empty if neither is planned.
  std::string of(const std::string& identity, const std::string& decimal) const;
};

/// Unknown if stored_sweep() is unknown or cannot be expanded.
PlannedPoints planned_points(const TaskRegistry& tasks, const Store& store);

/// Same for a header alone. The points of a sweep with rounds are unknown.
PlannedPoints planned_points(const TaskRegistry& tasks, const StoreHeader& header);

}  // namespace icsweep
