// The sweep that a store follows, read back from its header.
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

}  // namespace icsweep
