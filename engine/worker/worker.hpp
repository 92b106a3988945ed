// A worker: every rank but the first.
#pragma once

#include <vector>

#include "engine/cluster/comm.hpp"
#include "engine/worker/runner.hpp"
#include "io/store/lease_watch.hpp"

namespace icsweep {

/// A worker's whole life: ask, run, report, until there is no more work or `stop` is set. Returns the seconds from
/// each request to its answer. An experiment that rank 0 asks to pause is saved and reported as released. A
/// rank that is to share another's experiment does so, see follow(). If rank 0 is
/// silent for longer than settings.hang_after, the launch ends with exit_crashed.
std::vector<double> run_worker(const Comm& comm, RowWriter& store, const RunnerSettings& settings,
                               const LeaseWatch& lease, const TaskRegistry& tasks, const StopFlag& stop);

}  // namespace icsweep
