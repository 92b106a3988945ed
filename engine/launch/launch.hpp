// A launch: all ranks of a communicator on one sweep, from its file to finished rows.
#pragma once

#include <functional>
#include <vector>

#include "engine/cluster/mpi_communicator.hpp"
#include "engine/launch/launch_options.hpp"
#include "engine/launch/surroundings.hpp"

namespace icsweep {

/// What a launch took, in seconds.
struct LaunchTimes {
  double preparing = 0;           ///< rank 0: planning and making the store
  double running = 0;             ///< rank 0: until every rank has flushed its last row
  double serving = 0;             ///< rank 0: of `running`, handing out experiments and booking outcomes
  std::vector<double> answers{};  ///< other ranks: time from each request to its answer
};

/// Starts, resumes or extends the store; collective. Rank 0 checks all input before the others open the store: bad
/// input gives one line from rank 0, and the others leave quietly. Returns the exit status.
int launch(const Surroundings& surroundings, const Communicator& communicator, const LaunchOptions& options,
           LaunchTimes* times = nullptr);

/// Initialises MPI, calls `work` on every rank and finalises MPI. An exception on a rank prints one line and ends all
/// ranks, with exit_stopped if it was asked to stop, else exit_usage.
int with_all_ranks(const Surroundings& surroundings, const LaunchOptions& options,
                   const std::function<int(const Communicator&)>& work);

}  // namespace icsweep
