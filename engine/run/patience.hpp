// Time limits for waiting in calls of MPI.
#pragma once

#include "engine/cluster/mpi_communicator.hpp"
#include "engine/cluster/watchdog.hpp"
#include "engine/run/launch_options.hpp"

namespace icsweep {

/// Limits the time that a rank waits for the others in calls of MPI. Such a call never ends if another rank is frozen,
/// or if a host is cut off at that moment, since Open MPI connects on first use and never tries again. Only rank 0, or
/// else rank 1, reports this: one line is enough.
void expect_the_others(Watchdog& watchdog, const LaunchOptions& o, const char* to_do);

/// Limits the time that a worker waits for rank 0 outside run_worker(). Rank 0 is alive if it renews the lease. Before
/// it has a lease, it may check for `lease_patience` whether another host's launch is alive.
void expect_rank_0(const Communicator& communicator, const LaunchOptions& o);

}  // namespace icsweep
