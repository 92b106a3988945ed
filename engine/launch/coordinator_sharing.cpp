// How rank 0 shares out processors: threads on a host, members on other hosts.
#include "engine/launch/coordinator.hpp"

namespace icsweep {

/// The rank has no job: its processor goes to others at once, so that the next one that asks knows.
std::optional<Assignment> Coordinator::lend(int rank) {
  cores_.lend(rank);
  share_cores();
  return std::nullopt;
}

/// Tells experiments in flight how many threads they have from now on.
void Coordinator::share_cores() {
  const bool goes_on = !scheduler_.stopped();
  const auto now = std::chrono::steady_clock::now();
  if (!((goes_on && cores_.changed()) || members_.changed() || now - shared_ > std::chrono::seconds(1))) return;
  shared_ = now;
  for (const int rank : goes_on ? cores_.share() : std::vector<int>()) tell_team(rank);
  if (members_.is_possible()) share_members();
}

/// Tells ranks without work, and the leaders of experiments in flight, who shares these with whom.
void Coordinator::share_members() {
  const MemberOrders orders = members_.share(cores_.free(), waiting_ranks_);
  for (const auto& [rank, leader, threads] : orders.joins) {
    const Experiment& e = *jobs_[scheduler_.in_flight().at(leader)].experiment;
    liveness_.heard(rank, RunningClock::now());
    waiting_ranks_.erase(rank);
    joined_[rank] = e.identity;
    comm_.send(rank,
               to_message(Assignment{
                   .task = e.task, .identity = e.identity, .config = e.config, .threads = threads, .leader = leader}));
  }
  for (const auto& [rank, leader] : orders.dropped)
    comm_.send(rank, to_message(Order{.identity = joined_[rank], .pause = true}));
  for (const int leader : orders.told) tell_team(leader);
}

/// Tells an experiment in flight how many threads it has, and which members.
void Coordinator::tell_team(int rank) {
  const int threads = cores_.threads(rank);
  const auto members = members_.members(rank);
  board_.set_team(rank, threads, members);
  if (rank == 0) runner_.set_team(threads, members);
  else comm_.send(rank, to_message(Order{.identity = identity(rank), .threads = threads, .members = members}));
}

/// Members for which there is a job leave at the next step.
void Coordinator::recall_members() {
  for (const int rank : members_.helpers())
    if (auto work = next(rank)) {
      kept_.emplace(rank, std::move(*work));
      members_.recall(rank);
    }
}

}  // namespace icsweep
