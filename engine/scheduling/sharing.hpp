// Shares out processors that have no work: as threads on their host, as members elsewhere.
#pragma once

#include "engine/scheduling/launch_state.hpp"

namespace icsweep {

/// Tells jobs in flight which threads and members they have from now on, and ranks without work whom they join. Does
/// nothing if nothing has changed within the last second.
void share_processors(LaunchState& state, double now, Replies& replies);

}  // namespace icsweep
