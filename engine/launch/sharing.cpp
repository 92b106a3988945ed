#include "engine/launch/sharing.hpp"

namespace icsweep {
namespace {

constexpr double look_again = 1;  // seconds

/// Replies with the rank's threads and members; a recalled member gets its threads with its job.
void tell_team(const LaunchState& s, Rank rank, Replies& replies) {
  if (s.kept.contains(rank)) return;
  replies.push_back(
      {rank, reply::Team{s.scheduler.in_flight().at(rank), s.cores.threads(rank), s.members.members(rank)}});
}

void share_members(LaunchState& s, double now, Replies& replies) {
  const MemberOrders orders = s.members.share(s.cores.free(), s.waiting);
  for (const auto& [rank, leader, threads] : orders.joins) {
    const JobIndex job = s.scheduler.in_flight().at(leader);
    s.liveness.heard(rank, now);
    s.waiting.erase(rank);
    s.joined[rank] = job;
    replies.push_back({rank, reply::Join{job, leader, threads}});
  }
  for (const auto& [rank, leader] : orders.dropped) replies.push_back({rank, reply::Drop{s.joined.at(rank)}});
  for (const Rank leader : orders.changed) tell_team(s, leader, replies);
}

}  // namespace

void share_processors(LaunchState& s, double now, Replies& replies) {
  const bool goes_on = !s.scheduler.stopped();
  if (!((goes_on && s.cores.changed()) || s.members.changed() || now - s.shared > look_again)) return;
  s.shared = now;
  if (goes_on)
    for (const Rank rank : s.cores.share()) {
      s.members.set_threads(rank, s.cores.threads(rank));
      tell_team(s, rank, replies);
    }
  if (s.members.is_possible()) share_members(s, now, replies);
}

}  // namespace icsweep
