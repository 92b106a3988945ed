#include "engine/simulate/simulated_hosts.hpp"

#include <algorithm>

namespace icsweep {

SimulatedHosts::SimulatedHosts(const Cluster& cluster, std::size_t jobs, double members)
    : running_(std::min(std::size_t(cluster.ranks), jobs)) {
  const auto all = std::size_t(cluster.ranks), per_host = std::size_t(cluster.per_host);
  std::vector<std::size_t> used;  // hosts of the cluster
  for (std::size_t rank = 0; rank < running_; ++rank) {
    const std::size_t place = all > running_ ? std::size_t(double(all) * double(rank) / double(running_)) : rank;
    if (used.empty() || used.back() != place / per_host) {
      used.push_back(place / per_host);
      ranks_.push_back({});
      idle_.push_back(int(std::min(per_host, all - used.back() * per_host)));
    }
    ranks_.back().push_back(Rank(int(rank)));
    --idle_.back();
    of_.push_back(Host(int(used.size()) - 1));
  }
  if (members > 0) add_spare_hosts(cluster, used, members);
}

void SimulatedHosts::add(Host host) {
  if (std::size_t(host.value()) == ranks_.size()) ranks_.push_back({}), idle_.push_back(0);
  ranks_[host].push_back(Rank(int(of_.size())));
  of_.push_back(host);
  running_ = of_.size();
}

/// Adds the hosts without experiments that can be of use, and one rank of each host that can share experiments of other
/// hosts.
void SimulatedHosts::add_spare_hosts(const Cluster& cluster, const std::vector<std::size_t>& used, double members) {
  const auto all = std::size_t(cluster.ranks), per_host = std::size_t(cluster.per_host);
  for (std::size_t host = 0, next = 0; host * per_host < all && members > 0; ++host) {
    if (next < used.size() && used[next] == host) {
      ++next;
      continue;
    }
    ranks_.push_back({});
    idle_.push_back(int(std::min(per_host, all - host * per_host)));
    members -= idle_.back();
  }
  shares_ = ranks_.size() > 1;
  if (!shares_) return;
  for (const Host host : idle_.indices())
    if (idle_[host] > 0) of_.push_back(host);
}

CoreAllotment SimulatedHosts::cores(int fixed) const {
  CoreAllotment cores(of_, fixed);
  Indexed<Host, int> idle = idle_;
  for (const Rank rank : of_.indices().after(running_)) {
    cores.exclude(rank);
    --idle[of_[rank]];
  }
  for (const Host host : idle.indices())
    if (idle[host] > 0) cores.lend_to(host, idle[host]);
  return cores;
}

}  // namespace icsweep
