// The sweep of a store, read back from its header, and the experiments that it plans.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "engine/ledger/ended_experiments.hpp"
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

  /// The planned experiment of a row with these identities: its own identity, else the decimal identity of a row
  /// from before version 0.2. Empty if neither is planned.
  std::string of(const std::string& identity, const std::string& decimal) const;
};

/// Finds the planned points of a store while its rows are read. Rounds of proposals follow from the rows.
class PointsByRows {
 public:
  PointsByRows(const TaskRegistry& tasks, const Store& store);
  PointsByRows(const PointsByRows&) = delete;
  PointsByRows& operator=(const PointsByRows&) = delete;

  /// Call it for every row of every table.
  void add(const std::string& task, const CheckedRow& row);
  /// Unknown if stored_sweep() is unknown or cannot be expanded.
  PlannedPoints points();

 private:
  PlannedPoints points_;
  StoredSweep stored_;
  std::optional<EndedRows> ended_;  // with a sweep
};

/// Points of a header alone. Those of a sweep with rounds are unknown.
PlannedPoints planned_points(const TaskRegistry& tasks, const StoreHeader& header);

}  // namespace icsweep
