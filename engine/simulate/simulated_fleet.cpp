#include "engine/simulate/simulated_fleet.hpp"

#include <algorithm>
#include <utility>

namespace icsweep {
namespace {

constexpr double handover =
    3;  // seconds until the next leader's experiments run, as tests/system/fleet_leader.sh prints
constexpr double handover_after_death = 34;  // the same, if the leader was killed on another host

/// True if the job was killed until then.
bool is_killed_by(const JobArrival& job, double time) {
  return job.is_killed && job.leaves <= time;
}

/// The job that leads from `now` on; nothing if none is left. Without a present job, waits for the next one.
std::optional<JobArrival> next_leader(SimulatedFleet& fleet, double& now, FleetSimulation& result) {
  for (auto guest = fleet.guests.begin(); guest != fleet.guests.end();) {
    guest->left = std::min(guest->left, guest->job.leaves <= now ? guest->job.leaves : guest->left);
    if (guest->left > now) {
      ++guest;
      continue;
    }
    result.rank_seconds += guest->job.ranks * (guest->left - guest->job.time);
    result.killed += is_killed_by(guest->job, now);
    guest = fleet.guests.erase(guest);
  }
  if (!fleet.guests.empty()) {
    const JobArrival leader = fleet.guests.front().job;
    fleet.guests.erase(fleet.guests.begin());
    return leader;
  }
  const auto leader = fleet.arrivals.at(fleet.next);
  if (!leader) return std::nullopt;
  ++fleet.next;
  now = std::max(now, leader->time);
  return leader;
}

double work_of(const Indexed<JobIndex, SimulatedJob>& jobs, bool ended) {
  double work = 0;
  for (const auto& job : jobs)
    if (job.ended == ended) work += job.whole.seconds * job.done;
  return work;
}

}  // namespace

FleetSimulation simulate_fleet(const std::vector<Prediction>& experiments, Cluster cluster, Arrivals& arrivals,
                               SimulatedSearch* search) {
  cluster.bandwidth = 0;
  SimulatedSweep sweep{cluster, search};
  for (std::size_t i = 0; i < experiments.size(); ++i) sweep.jobs.push_back({ExperimentIndex(i), experiments[i]});
  SimulatedFleet fleet{arrivals};
  FleetSimulation result{.experiments = experiments.size()};
  double now = 0;
  while (!sweep.jobs.empty()) {
    const auto leader = next_leader(fleet, now, result);
    if (!leader) break;
    if (leader->leaves <= now) {  // it came and left while another lead began
      result.rank_seconds += leader->ranks * (leader->leaves - leader->time);
      continue;
    }
    ++result.leaders;
    cluster.ranks = leader->ranks;
    fleet.is_leader_killed = leader->is_killed;
    const std::size_t ranks = std::min(std::size_t(cluster.ranks), sweep.jobs.size() + 1);
    sweep.tally.spent = Indexed<Rank, RankSeconds>(ranks);
    sweep.tally.ended = Indexed<Rank, std::size_t>(ranks);
    sweep.tally.teams.resize(experiments.size());
    now = result.makespan = SimulatedLaunch(sweep, now, leader->leaves, &fleet).run();
    result.rank_seconds += leader->ranks * (now - leader->time);
    result.work += work_of(sweep.jobs, true);
    result.finished += sweep.jobs.erase_if([](const SimulatedJob& job) { return job.ended; });
    result.killed += is_killed_by(*leader, now);
    if (!sweep.jobs.empty()) now += leader->is_killed ? handover_after_death : handover;
  }
  result.work += work_of(sweep.jobs, false);
  for (const auto& guest : fleet.guests) {
    result.rank_seconds += guest.job.ranks * (std::min(guest.left, result.makespan) - guest.job.time);
    result.killed += is_killed_by(guest.job, result.makespan);
  }
  result.jobs = fleet.next;
  return result;
}

}  // namespace icsweep
