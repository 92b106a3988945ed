// The sweep that a store follows, read back from the text and the command line in its header.
#pragma once

#include <string>

#include "engine/sweep/grid.hpp"
#include "io/store/store_header.hpp"

namespace icsweep {

struct StoredSweep {
  Sweep sweep;            ///< at the scale and with the settings of its command line, without proposals
  std::string unknown{};  ///< why it cannot be known; empty if it is
};

/// Opens no file. Unknown if the sweep includes other files, since the text does not say where each begins, if it names
/// code or a task that this program does not have (`sweep` is then as written), or if earlier sweeps stay planned. In
/// stores before version 2, whose commands are stored without quotes, also with --set or --only. Throws Error(config)
/// for a text that is no sweep of these tasks.
StoredSweep stored_sweep(const TaskRegistry& tasks, const StoreHeader& header);

}  // namespace icsweep
