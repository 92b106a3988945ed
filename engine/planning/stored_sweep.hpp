// The sweep that a store follows, read back from its header, and the experiments that it plans.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "engine/sweep/resolved_sweep.hpp"
#include "io/store/store.hpp"

namespace icsweep {

struct StoredSweep {
  std::optional<ResolvedSweep> sweep{};  ///< without the proposals of its rounds; nothing if it cannot be known
  std::string unknown{};                 ///< why it cannot be known
  std::set<std::string> tasks{};         ///< that its grids name, as far as that is known
};

/// Opens no file. A task that this program does not have is described by the store's table of it. A store of an earlier
/// version has no resolved text: its sweep follows from the sweep file's text and the command line, and is unknown if
/// it includes other files, names code, or if earlier sweeps stay planned; in stores before version 2, whose commands
/// are stored without quotes, also with --set or --only. Throws Error(config) for a text that is no sweep of these
/// tasks.
StoredSweep stored_sweep(const TaskRegistry& tasks, const Store& store);

/// The same of a header without tables.
StoredSweep stored_sweep(const TaskRegistry& tasks, const StoreHeader& header);

/// The experiments that a store should plan.
struct PlannedPoints {
  std::set<std::string> identities;
  std::string unknown{};          ///< why they cannot be known; empty if they are known
  bool broken = false;            ///< unknown since the text is no sweep of this program's tasks
  std::set<std::string> tasks{};  ///< that the grids name; empty if that is unknown

  /// The planned experiment of a row with these identities: that of its own or, for a row of a version before 0.2, that
  /// of its rounded parameters. Empty if there is none.
  std::string of(const std::string& identity, const std::string& decimal) const;
};

/// Unknown if stored_sweep() is, or if it cannot be expanded.
PlannedPoints planned_points(const TaskRegistry& tasks, const Store& store);

/// The same of a header alone: what a sweep with rounds plans is unknown.
PlannedPoints planned_points(const TaskRegistry& tasks, const StoreHeader& header);

}  // namespace icsweep
