// Rank 0 of a launch that leads: hands out experiments, and records their outcomes.
#pragma once

#include "engine/run/launch.hpp"
#include "engine/run/open_launch.hpp"

namespace icsweep {

/// Runs until all experiments have ended, or the launch is stopped. An error also goes to the command of --notify.
Ending lead(const OpenLaunch& launch, LaunchTimes& times);

}  // namespace icsweep
