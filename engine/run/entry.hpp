// The beginning of a launch: it leads, or joins the launch that leads.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "engine/cluster/exit_status.hpp"
#include "engine/cluster/mpi_communicator.hpp"
#include "engine/run/launch.hpp"
#include "engine/run/prepared_launch.hpp"
#include "engine/run/visit.hpp"

namespace icsweep {

/// The knowledge of rank 0 before a launch of this process.
struct Start {
  std::optional<ResolvedSweep> sweep{};  ///< resolved by the first launch
  std::chrono::milliseconds patience = lease_patience;
  bool has_helped = false;  ///< it has been a guest
  GuestPlace helped{};      ///< the record of its last stay as a guest
};

struct Entry {
  PreparedLaunch launch{};             ///< on rank 0
  std::optional<Visit> visit{};        ///< on rank 0 of a launch that helps another
  std::vector<std::string> hosts{};    ///< by rank
  std::vector<HostCapacity> rooms{};   ///< by rank: of its host; empty if no experiment states resources
  std::optional<LaunchTerms> terms{};  ///< nothing if all ranks leave
  int status = exit_success;           ///< on rank 0 if all ranks leave
};

/// Collective. An error that has changed nothing is one line of rank 0, and all ranks leave with its status.
Entry enter_together(const Surroundings& surroundings, const Communicator& communicator, const LaunchOptions& options,
                     Start& start, LaunchTimes& times);

}  // namespace icsweep
