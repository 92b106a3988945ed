// A launch: all ranks of a communicator on one sweep, from its file to finished rows.
#pragma once

#include <functional>
#include <vector>

#include "engine/cluster/mpi_communicator.hpp"
#include "engine/launch/launch_options.hpp"

namespace icsweep {

/// What a launch took, in seconds.
struct LaunchTimes {
  double preparing = 0;           ///< rank 0: planning and making the store
  double running = 0;             ///< rank 0: until every rank has flushed its last row
  double serving = 0;             ///< rank 0: of these, handing out experiments and booking what ended
  std::vector<double> answers{};  ///< other ranks: from each request to its answer
};

/// Starts, resumes or extends the store; collective. Rank 0 looks at all input before the others open the store: bad
/// input is one line from one rank, and the others leave quietly. Returns the exit status.
int launch(const Communicator& communicator, const LaunchOptions& options, LaunchTimes* times = nullptr);

/// MPI from its beginning to its end, and `work` on every rank of it. What a rank throws is one line from it and the
/// end of all with exit_usage.
int with_all_ranks(const LaunchOptions& options, const std::function<int(const Communicator&)>& work);

}  // namespace icsweep
