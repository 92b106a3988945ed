// Distributes idle processors: as threads on their host, as members on other hosts.
#pragma once

#include "engine/launch/launch_state.hpp"

namespace icsweep {

/// Appends replies with new threads and members of jobs in flight, and with the jobs that idle ranks join. Does nothing
/// if there was no change within the last second.
void share_processors(LaunchState& state, double now, Replies& replies);

}  // namespace icsweep
