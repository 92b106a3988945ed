// Messages of a launch on standard error, before its first experiment and after its last one.
#pragma once

#include <set>
#include <string>

#include "engine/run/prepared_launch.hpp"
#include "engine/launch/scheduler.hpp"
#include "io/store/heartbeat.hpp"

namespace icsweep {

/// Prints the work to do, and unusual facts about it.
void announce(const PreparedLaunch& launch, const LaunchOptions& o, int ranks);

/// Throws Error(config) if no remaining experiment can be interrupted and each needs more than a whole launch's time.
/// None would ever start.
void expect_enough_time(const PreparedLaunch& launch, const LaunchOptions& o, const Scheduler& scheduler);

/// Prints the reason if the launch stopped before it tried all experiments.
void tell_hopeless(const LaunchOptions& o, const std::set<std::string>& failures);

/// Prints the last line and returns the exit status. The counts are of planned experiments, over all launches. Throws
/// Error(store) if rows are wrong, or differ from those that this launch wrote.
int conclude(const PreparedLaunch& launch, const LaunchOptions& o, const Scheduler& scheduler, const Heartbeat& last);

}  // namespace icsweep
