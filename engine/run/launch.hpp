// A launch: all ranks of a communicator on one sweep, from its file to finished rows.
#pragma once

#include <functional>
#include <vector>

#include "engine/cluster/mpi_communicator.hpp"
#include "engine/run/launch_options.hpp"
#include "engine/run/surroundings.hpp"

namespace icsweep {

/// The times of a launch in seconds.
struct LaunchTimes {
  double preparing = 0;           ///< rank 0: planning and creating the store
  double running = 0;             ///< rank 0: until every rank has written its last row
  double serving = 0;             ///< rank 0: the part of `running` for handing out experiments and recording outcomes
  std::vector<double> answers{};  ///< other ranks: time from each request to its answer
};

/// Starts, resumes or extends the store; collective. Rank 0 checks all input before the other ranks open the store.
/// Bad input gives one line from rank 0, and the others end without a message. Returns the exit status.
int launch(const Surroundings& surroundings, const Communicator& communicator, const LaunchOptions& options,
           LaunchTimes* times = nullptr);

/// Initialises MPI, calls `work` on every rank and finalises MPI. An exception on a rank prints one line and ends all
/// ranks. The status is exit_stopped if the rank was asked to stop, else exit_usage.
int with_all_ranks(const Surroundings& surroundings, const LaunchOptions& options,
                   const std::function<int(const Communicator&)>& work);

}  // namespace icsweep
