// A launch that leads, after all its ranks have opened the store, and its end.
#pragma once

#include <string>
#include <vector>

#include "engine/cluster/exit_status.hpp"
#include "engine/cluster/mpi_communicator.hpp"
#include "engine/run/interconnect.hpp"
#include "engine/run/launch_options.hpp"
#include "engine/run/prepared_launch.hpp"
#include "engine/run/surroundings.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {

/// The state of rank 0.
struct OpenLaunch {
  const Surroundings& surroundings;
  const Communicator& communicator;
  const LaunchOptions& options;
  PreparedLaunch& prepared;
  StoreWriter& store;
  const RunnerSettings& settings;
  const std::vector<std::string>& hosts;  // by rank
  const Interconnect& net;
};

/// The end of a launch, and whether another follows: the next round of proposals, or a launch after the one that this
/// has helped. Only rank 0 knows it.
struct Ending {
  int status = exit_success;
  bool again = false;
  double silence = 0;  ///< seconds for which a leader that was lost had been silent; 0: it was not lost
};

}  // namespace icsweep
