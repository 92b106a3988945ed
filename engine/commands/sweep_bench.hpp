// What a sweep takes beside its experiments: sweeps of experiments that compute nothing, planned and run.
#pragma once

#include <optional>
#include <string>

#include "engine/launch/launch.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {

/// A grid of so many different ones, as it stands in a sweep file. add_task(noop_task()) comes before.
std::string noop_grid(std::int64_t experiments);

struct Planning {
  double seconds = 0;
  double bytes = 0;  ///< of a process that does nothing else, at its largest
};

/// The expansion of that grid, in a process of its own, so that its memory is its own: to be called before MPI begins.
Planning measure_planning(std::int64_t experiments);

/// How many no-ops of a store have ended. Throws Error(store) if one of them, or any row, is not as it must be: sound
/// by its checksum, there once, with the result of its parameters.
std::int64_t right_rows(const StoreReader& store);

/// On rank 0: what a launch took, with the answers of all other ranks, and how many no-ops it did.
struct MeasuredLaunch {
  LaunchTimes times;
  std::int64_t done = 0;
};

/// Collective: runs these grids into a new store, until the walltime if one is given. The store is in the current
/// folder, or in that which TMPDIR names, and goes away again. Throws as right_rows does.
MeasuredLaunch measure_launch(const Communicator& communicator, const std::string& grids,
                              std::optional<double> walltime = std::nullopt);

/// Throws Error(store): a benchmark that did something else than it should prints no time.
[[noreturn]] void refuse_time(const std::string& what);

}  // namespace icsweep
