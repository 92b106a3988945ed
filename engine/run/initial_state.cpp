#include "engine/run/initial_state.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/ledger/walltime_budget.hpp"
#include "engine/run/launch_jobs.hpp"
#include "engine/run/launch_search.hpp"
#include "io/base/say.hpp"

namespace icsweep {
namespace {

/// Gives equal names equal numbers.
HostOfRank host_numbers(const std::vector<std::string>& hosts) {
  std::map<std::string, Host> numbers;
  for (const auto& host : hosts) numbers.emplace(host, Host(int(numbers.size())));
  HostOfRank result;
  for (const auto& host : hosts) result.push_back(numbers.at(host));
  return result;
}

/// An experiment in its own process keeps its first number of threads.
CoreAllotment allotment(const LaunchOptions& o, const RunnerSettings& settings, const PreparedLaunch& launch,
                        const std::vector<std::string>& hosts) {
  const std::size_t left = launch.plan.jobs.size();
  const bool all_isolated = settings.subprocess && settings.suspects >= left;
  const int fixed = all_isolated ? std::max(1, o.runner.threads) : o.runner.threads;
  if (left > 0 && !o.quiet && fixed > 1) say(stderr, "{}: {} threads for each experiment\n", o.store, fixed);
  const HostOfRank numbers = host_numbers(hosts);
  CoreAllotment cores(numbers, fixed);
  for (std::size_t rank = 0; rank < launch.rooms.size(); ++rank)
    cores.set_cores(numbers[Rank(int(rank))], launch.rooms[rank].cores);
  if (fixed > 0 || !launch.rooms.empty()) return cores;  // any rank may have the only host for an experiment
  const auto runs = ranks_that_run(hosts, left);
  for (std::size_t rank = 0; rank < hosts.size(); ++rank)
    if (!runs[rank]) cores.exclude(Rank(int(rank)));
  return cores;
}

Placement placement(const SchedulerJobs& jobs, const PreparedLaunch& launch, const std::vector<std::string>& hosts) {
  PlacementHosts all{{}, host_numbers(hosts)};
  for (const Rank rank : all.of_rank.indices()) {
    const auto host = std::size_t(all.of_rank[rank].value());
    if (all.hosts.size() <= host) all.hosts.resize(host + 1);
    if (!launch.rooms.empty()) all.hosts[all.of_rank[rank]] = launch.rooms[std::size_t(rank.value())];
  }
  return {jobs, all};
}

}  // namespace

LaunchState initial_state(const OpenLaunch& l) {
  const auto& [s, communicator, o, launch, store, settings, hosts, net] = l;
  auto jobs = scheduler_jobs(launch.plan.jobs, uninterruptible_seconds(s.stop, s.watchdog, launch.plan.jobs,
                                                                       settings.subprocess, settings.hang_after));
  auto policy = launch.search ? search_policy(*launch.search, launch.plan) : nullptr;
  Placement places = placement(jobs, launch, hosts);
  LaunchState state =
      begin_launch(Scheduler(std::move(jobs), launch.plan.found[std::size_t(Outcome::done)] > 0, std::move(policy)),
                   allotment(o, settings, launch, hosts), MemberAllotment(host_numbers(hosts), net), std::move(places));
  state.isolation = Isolation(settings.subprocess ? settings.suspects : 0);
  state.liveness = LivenessMonitor(settings.hang_after);
  state.keeps_guests = launch.has_more;
  return state;
}

}  // namespace icsweep
