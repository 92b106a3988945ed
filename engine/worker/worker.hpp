// A worker: every rank except rank 0.
#pragma once

#include <vector>

#include "engine/cluster/comm.hpp"
#include "engine/worker/runner.hpp"
#include "io/store/lease_watch.hpp"

namespace icsweep {

/// Runs a worker: requests, runs and reports experiments until there is no more work or `stop` is set. Returns the
/// seconds from each request to its answer. An experiment that rank 0 asks to pause is saved and reported as released.
/// A rank that is asked to share another's experiment does so, see follow(). If rank 0 is silent for longer than
/// settings.hang_after, the launch ends with exit_crashed.
std::vector<double> run_worker(const Comm& comm, RowWriter& store, const RunnerSettings& settings,
                               const LeaseWatch& lease, const TaskRegistry& tasks, const StopFlag& stop);

/// Says goodbye in place of a worker that has thrown, and waits for the launch's answer.
void say_goodbye(const Comm& comm);

}  // namespace icsweep
