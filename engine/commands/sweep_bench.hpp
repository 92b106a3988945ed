// Measures what a sweep costs besides its experiments: plans and runs sweeps of experiments that compute nothing.
#pragma once

#include <optional>
#include <string>

#include "engine/launch/launch.hpp"
#include "io/store/store.hpp"

namespace icsweep {

/// `noop`: one parameter, seed; one result, value = noop_value(seed); a tick before and after its only step. Only
/// `icsweep bench sweep` adds it to its tasks; no user's sweep can name it.
const Task& noop_task();
double noop_value(std::int64_t seed);

/// A grid of so many different no-ops, as text of a sweep file.
std::string noop_grid(std::int64_t experiments);

// The tasks of all that follows have noop_task() among them.

struct Planning {
  double seconds = 0;
  double bytes = 0;  ///< largest memory of a process that does nothing else
};

/// Expands that grid in a process of its own, whose memory is then the expansion's. Call it before MPI begins.
Planning measure_planning(const TaskRegistry& tasks, std::int64_t experiments);

/// How many no-ops of a store have ended. Throws Error(store) unless every row is sound by its checksum, stands there
/// once, and has the result of its parameters.
std::int64_t right_rows(const TaskRegistry& tasks, const Store& store);

/// On rank 0: the times of a launch, with the answers to all other ranks, and the number of no-ops that ended.
struct MeasuredLaunch {
  LaunchTimes times;
  std::int64_t done = 0;
};

/// Collective: runs these grids into a new store, until the walltime if one is given. The store lies in the current
/// folder, or the one that TMPDIR names, and is removed afterwards. Throws as right_rows does.
MeasuredLaunch measure_launch(const Surroundings& surroundings, const Communicator& communicator,
                              const std::string& grids, std::optional<double> walltime = std::nullopt);

/// Throws Error(store): a benchmark that did not do its work must print no time.
[[noreturn]] void refuse_time(const std::string& what);

}  // namespace icsweep
