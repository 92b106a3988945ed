// The state of a launch before its first request: jobs, cores, hosts and isolation.
#pragma once

#include "engine/launch/launch_state.hpp"
#include "engine/run/open_launch.hpp"

namespace icsweep {

LaunchState initial_state(const OpenLaunch& launch);

}  // namespace icsweep
