// A rank that runs what another assigns to it: rank 0 of its launch, or the leader that its launch helps.
#pragma once

#include <vector>

#include "engine/run/launch.hpp"
#include "engine/run/open_launch.hpp"
#include "engine/run/visit.hpp"

namespace icsweep {

/// The state of a rank that has opened the store.
struct OpenRank {
  const Surroundings& surroundings;
  const Communicator& communicator;
  StoreWriter& store;
  const RunnerSettings& settings;
  const LeaseWatch& lease;
  const LaunchTerms& terms;
};

/// Runs the assignments of rank 0. Returns the seconds from each request to its answer.
std::vector<double> follow_rank_0(const OpenRank& rank, const Comm& comm, const StopFlag& stop);

/// Helps another launch until it has nothing more to do or ends, or this one is to stop. visit: on rank 0 alone.
Ending help(const OpenRank& rank, const LaunchOptions& options, Visit* visit, LaunchTimes& times);

}  // namespace icsweep
