// Measures the cost of a sweep besides its experiments: plans and runs sweeps of experiments that compute nothing.
#pragma once

#include <optional>
#include <string>

#include "engine/run/launch.hpp"
#include "io/store/store.hpp"

namespace icsweep {

/// Task `noop`: one parameter, seed; one result, value = noop_value(seed); a tick before and after its only step. Only
/// `icsweep bench sweep` adds it to its tasks; no user's sweep can name it.
const Task& noop_task();
double noop_value(std::int64_t seed);

/// Grid of this number of different no-ops, as text of a sweep file.
std::string noop_grid(std::int64_t experiments);

// All tasks below include noop_task().

struct Planning {
  double seconds = 0;
  double bytes = 0;  ///< peak memory of a process that does nothing else
};

/// Expands that grid in a process of its own, whose memory is then that of the expansion. Call it before MPI starts.
Planning measure_planning(const TaskRegistry& tasks, std::int64_t experiments);

/// Number of no-ops of a store that have ended. Throws Error(store) unless every row is sound by its checksum, is there
/// once, and has the result of its parameters.
std::int64_t right_rows(const TaskRegistry& tasks, const Store& store);

/// On rank 0: times of a launch, with the answers to all other ranks, and the number of ended no-ops.
struct MeasuredLaunch {
  LaunchTimes times;
  std::int64_t done = 0;
};

/// Collective. Runs these grids into a new store, until the walltime if there is one. The store is in the current
/// folder, or in TMPDIR, and is removed afterwards. Throws the errors of right_rows.
MeasuredLaunch measure_launch(const Surroundings& surroundings, const Communicator& communicator,
                              const std::string& grids, std::optional<double> walltime = std::nullopt);

/// Throws Error(store): a benchmark that did not do its work must print no time.
[[noreturn]] void refuse_time(const std::string& what);

}  // namespace icsweep
