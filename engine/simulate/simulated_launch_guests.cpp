// Jobs that join and leave a simulated launch.
#include <algorithm>
#include <cmath>

#include "engine/simulate/simulated_fleet.hpp"

namespace icsweep {
namespace {

/// Seconds from a job's death until others continue its experiments: the connection ends, and the entry in the lease
/// settles (ReceptionTerms::settle).
constexpr double noticed_after = 3.5;

}  // namespace

/// Time at which the next job comes or leaves.
double SimulatedLaunch::next_visit() const {
  if (!fleet_ || state_.scheduler.finished()) return never;
  double time = never;
  if (const auto job = fleet_->arrivals.at(fleet_->next)) time = std::max(job->time, span_.begin);
  for (const SimulatedGuest& guest : fleet_->guests)
    if (guest.here > 0)
      time = std::min(time, std::max(guest.is_dead() ? guest.noticed : guest.job.leaves, span_.begin));
  return time;
}

/// Lets the jobs leave whose time is up, and the next one come.
void SimulatedLaunch::visit(double now) {
  for (SimulatedGuest& guest : fleet_->guests)
    if (guest.here == 0 || guest.job.leaves > now) continue;
    else if (guest.noticed <= now) give_up(guest, now);
    else if (!guest.job.is_killed) see_out(guest, now);
    else if (!guest.is_dead()) kill(guest, now);
  if (const auto job = fleet_->arrivals.at(fleet_->next); job && job->time <= now) {
    ++fleet_->next;
    welcome(fleet_->guests.emplace_back(SimulatedGuest{*job}), now + sweep_.cluster.start_up);
  }
  settle(now);
}

/// The ranks of the job ask for work at `open`. Ranks that can get no job are left out.
void SimulatedLaunch::welcome(SimulatedGuest& guest, double open) {
  const auto count = std::min(std::size_t(guest.job.ranks), sweep_.jobs.size());
  guest.first = Rank(int(ranks_.size())), guest.here = guest.count = int(count);
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_next = i % std::size_t(sweep_.cluster.per_host) == 0;
    const Host host = is_next ? Host(int(state_.cores.free().size())) : hosts_.of_ranks()[Rank(int(ranks_.size()) - 1)];
    on_guest(state_, host, sweep_.cluster.capacity(), guest.job.leaves, open);
    hosts_.add(host);
    const Rank rank = ranks_.push_back({});
    if (sweep_.tally.spent.size() < ranks_.size()) sweep_.tally.spent.push_back({}), sweep_.tally.ended.push_back(0);
    at(rank).slow = slowness(sweep_.cluster, rank);
    at(rank).asked = open;
    at(rank).begin = never;
    speak(rank, open);
  }
}

SimulatedGuest* SimulatedLaunch::guest_with(Rank rank) {
  if (!fleet_) return nullptr;
  const auto found = std::ranges::find_if(fleet_->guests, [&](const SimulatedGuest& guest) {
    return guest.here > 0 && rank >= guest.first && rank < Rank(guest.first.value() + guest.count);
  });
  return found == fleet_->guests.end() ? nullptr : &*found;
}

void SimulatedLaunch::obey(Rank rank, const reply::Leave&, double now) {
  SimulatedGuest* const guest = guest_with(rank);
  if (!guest || guest->is_dead()) return;
  on_left(state_, rank, now);
  if (--guest->here == 0) guest->left = now;
}

/// Saves the rank's experiment; its job waits again.
void SimulatedLaunch::save(Rank rank, double now) {
  RankState& r = at(rank);
  messages_.erase({r.speaks, rank});
  r.speaks = never;
  if (!r.stretch) return;
  Stretch& x = *r.stretch;
  if (now <= x.since && x.left == x.seconds) x.to = x.from, x.seconds = x.left = 0, x.end = r.begin;  // not begun
  else if (now < x.end) x.cut(now);
  SimulatedJob& job = job_of(r);
  const double before = job.done;
  bring_back(rank, now);
  if (!job.ended && sweep_.search && !sweep_.search->saves(job.experiment)) job.done = before;
}

void SimulatedLaunch::see_out(SimulatedGuest& guest, double now) {
  for (int i = 0; i < guest.count; ++i) {
    const Rank rank(guest.first.value() + i);
    save(rank, now);
    on_left(state_, rank, now);
  }
  guest.here = 0;
  guest.left = now;
}

/// Cuts the rank's experiment at its last checkpoint.
void SimulatedLaunch::lose_steps(Rank rank, double now) {
  RankState& r = at(rank);
  if (!r.stretch || r.stretch->end <= now) return;
  Stretch& x = *r.stretch;
  const double every = sweep_.cluster.checkpoint_every, ran = std::max(0.0, now - r.begin),
               saved = every > 0 ? std::floor(ran / every) * every : 0;
  const bool is_saved = saved > 0 && (!sweep_.search || sweep_.search->saves(job_of(r).experiment));
  if (is_saved) return x.cut(r.begin + saved);
  x.to = x.from, x.seconds = x.left = 0, x.end = std::min(r.begin, now);
}

/// Ends a job without its leader's knowledge.
void SimulatedLaunch::kill(SimulatedGuest& guest, double now) {
  guest.left = now;
  guest.noticed = now + noticed_after;
  for (int i = 0; i < guest.count; ++i) {
    const Rank rank(guest.first.value() + i);
    messages_.erase({at(rank).speaks, rank});
    at(rank).speaks = never;
    at_risk_.erase(rank);
    lose_steps(rank, now);
  }
}

bool SimulatedLaunch::is_dead(Rank rank) {
  const SimulatedGuest* const guest = guest_with(rank);
  return guest && guest->is_dead();
}

/// Others continue the experiments of a job that was killed.
void SimulatedLaunch::give_up(SimulatedGuest& guest, double now) {
  guest.here = 0;
  for (int i = 0; i < guest.count; ++i) {
    const Rank rank(guest.first.value() + i);
    if (at(rank).stretch) {
      spend(rank, 1);
      SimulatedJob& job = job_of(at(rank));
      job.done = at(rank).stretch->to;
      if (sweep_.search) sweep_.search->note(job.experiment, Outcome::pending, job.done);
      at(rank).stretch.reset();
    }
    obey(on_lost(state_, rank, true, now), now);
  }
}

/// The leader leaves: all save, but for the leader's ranks if it is killed.
void SimulatedLaunch::save_all(double now) {
  for (const Rank rank : ranks_.indices()) {
    if (!at(rank).stretch) continue;
    if (fleet_->is_leader_killed && !guest_with(rank)) lose_steps(rank, now);
    save(rank, now);
  }
}

/// End of a launch with guests.
double SimulatedLaunch::end_of_fleet() {
  const bool finished = state_.scheduler.finished();
  const double end = finished ? std::max(span_.begin, sweep_.tally.last_end) : span_.failure;
  if (!finished) save_all(end);
  for (SimulatedGuest& guest : fleet_->guests) {
    if (guest.here > 0 && finished) guest.left = std::min(guest.left, std::max(end, guest.job.time));
    guest.here = 0;
  }
  return end;
}

}  // namespace icsweep
