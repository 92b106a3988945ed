// Hosts of a simulated launch and their ranks.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/launch/core_allotment.hpp"
#include "engine/simulate/simulated_cluster.hpp"

namespace icsweep {

/// Ranks that may get experiments come first, spread over all hosts as ranks_that_run() does. One later rank represents
/// all other ranks of a host; it may share experiments of other hosts.
class SimulatedHosts {
 public:
  /// jobs: number of waiting ones. members: number of processors that can share experiments of other hosts, or 0.
  SimulatedHosts(const Cluster& cluster, std::size_t jobs, double members);

  /// Adds a rank that may get experiments, on a known host or the next one. All others may get some, too.
  void add(Host host);
  /// Number of ranks that may get experiments.
  std::size_t running() const { return running_; }
  /// Number of all ranks, with those that represent others.
  std::size_t size() const { return of_.size(); }
  /// True if experiments can be shared between hosts.
  bool can_share() const { return shares_; }
  const HostOfRank& of_ranks() const { return of_; }
  /// The ranks on the rank's host that may get experiments.
  const std::vector<Rank>& beside(Rank rank) const { return ranks_[of_[rank]]; }
  /// The processors of ranks that get no experiment are lent from the start. fixed: threads of every experiment, or 0
  /// if they follow from lending.
  CoreAllotment cores(int fixed) const;

 private:
  void add_spare_hosts(const Cluster& cluster, const std::vector<std::size_t>& used, double members);

  std::size_t running_;
  bool shares_ = false;
  HostOfRank of_{};
  Indexed<Host, std::vector<Rank>> ranks_{};  // those that may get experiments
  Indexed<Host, int> idle_{};                 // processors of ranks that get none
};

}  // namespace icsweep
