// The knowledge of rank 0 before the first experiment of a launch starts.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/fleet/greeting.hpp"
#include "engine/fleet/keys.hpp"
#include "engine/fleet/port.hpp"
#include "engine/run/bfloat16_hosts.hpp"
#include "engine/run/launch_options.hpp"
#include "engine/ledger/store_plan.hpp"
#include "engine/search/search.hpp"
#include "engine/worker/messages.hpp"
#include "io/store/launches.hpp"
#include "io/store/lease.hpp"

namespace icsweep {

struct PreparedLaunch {
  TaskRegistry tasks{};                 ///< the tasks of the program and of the sweep
  std::vector<Experiment> experiments;  ///< all experiments of the sweep
  std::optional<Search> search;         ///< the search among them, if any
  std::size_t asked = 0;                ///< number of experiments that --only selects
  std::string start{};                  ///< StartedSweep::news
  std::int64_t rounds = 0;              ///< rounds of proposals among them
  bool has_more = false;                ///< a round of proposals follows when all have ended
  double growth = 1;                    ///< see GrownSweep
  std::unique_ptr<Port> port;           ///< where others join; nullptr: nowhere
  std::unique_ptr<Lease> lease;
  std::unique_ptr<AdmissionFile> admission;
  std::optional<Heartbeat> leader{};  ///< with --join, the launch that has the lease; then nothing else is set
  Likeness likeness{};                ///< with --join
  GuestPlace helped{};                ///< the record of its stay as a guest of the launch before
  StorePlan plan;
  std::vector<HostCapacity> rooms{};  ///< by rank: of its host; empty if no experiment states resources
  double walltime = 0;                // in seconds
  std::string command, sweep_name, sweep_text;
};

/// A launch without its plan.
struct Arriving {
  const ResolvedSweep& sweep;
  int ranks;
  const LackingHosts& lacking;                          ///< see expect_instructions()
  const std::vector<HostCapacity>& rooms;               ///< by rank; empty if no experiment states resources
  std::chrono::milliseconds patience = lease_patience;  ///< with a silent holder of the lease
};

/// Takes the store's lease, and makes or extends the store. Throws Error(config) for a sweep that cannot run, also
/// because an experiment fits on no host, unless other launches may join this one; and Error(store) for a store that
/// cannot be used.
PreparedLaunch prepare_launch(const Arriving& arriving, const StopFlag& stop, const LaunchOptions& o);

/// Seconds until a launch that begins now should stop by itself.
double walltime_of_launch(const LaunchOptions& o);

/// Number of experiments to run in their own processes because one of them may have crashed the last launch: those
/// that had started, and one per rank. 0 if no launch crashed or all experiments are programs.
std::size_t suspects_of(const PreparedLaunch& launch, int ranks);

/// The terms of this launch for other ranks.
LaunchTerms terms_of(const PreparedLaunch& launch);

/// The record of this launch in the store.
LaunchRecord record_of(const PreparedLaunch& launch, const std::vector<std::string>& hosts);

}  // namespace icsweep
