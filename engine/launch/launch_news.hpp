// What a launch tells on standard error before its first experiment and after its last one.
#pragma once

#include <set>
#include <string>

#include "engine/launch/prepared_launch.hpp"
#include "engine/scheduling/scheduler.hpp"
#include "io/store/heartbeat.hpp"

namespace icsweep {

/// What is to do, and what is unusual about it.
void announce(const PreparedLaunch& launch, const LaunchOptions& o, int ranks);

/// Throws Error(config) if every experiment that is left cannot be interrupted and needs more than a whole launch's
/// time: none would ever begin.
void expect_enough_time(const PreparedLaunch& launch, const LaunchOptions& o, const Scheduler& scheduler);

/// Why the launch stopped before the others were tried.
void tell_hopeless(const LaunchOptions& o, const std::set<std::string>& failures);

/// Prints the last line and returns the exit status. Counts are of planned experiments, over all launches. Throws
/// Error(store) if rows are amiss, or do not read back as this launch wrote them.
int conclude(const PreparedLaunch& launch, const LaunchOptions& o, const Scheduler& scheduler, const Heartbeat& last);

}  // namespace icsweep
