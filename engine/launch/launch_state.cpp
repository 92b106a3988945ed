#include "engine/launch/launch_state.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/launch/sharing.hpp"

namespace icsweep {
namespace {

constexpr double never = std::numeric_limits<double>::lowest();

void heard(LaunchState& s, Rank rank, double now) {
  if (s.present.contains(rank)) s.liveness.heard(rank, now);
}

/// The job that the rank gets.
std::optional<JobIndex> next_job(LaunchState& s, Rank rank, double now) {
  const auto guest = s.guests.find(rank);
  const double ends = guest == s.guests.end() ? s.ends : std::min(s.ends, guest->second);
  const std::size_t passed_over = s.cores.passed_over(rank);
  if (!s.placement.is_needed()) return s.scheduler.assign(rank, ends - now, passed_over, s.ends - now);
  std::optional<JobIndex> job;
  do {
    if (!s.placement.begin_scan(rank)) return std::nullopt;
    job = s.scheduler.assign(rank, ends - now, passed_over, s.ends - now,
                             [&s](JobIndex j) { return s.placement.admits(j); });
  } while (!job && s.placement.end_scan());
  return job;
}

/// Places the rank's job on its host. Ranks that wait may get a job after one that had reserved a host begins.
Allotment place(LaunchState& s, Rank rank, JobIndex job) {
  if (!s.placement.is_needed()) return {};
  const auto reserved = s.placement.reserved();
  s.news |= reserved && reserved->job == job;
  return s.placement.begin(rank, job);
}

/// Begins the next job on the rank. Without a job, lends the rank's processor.
std::optional<reply::Start> next(LaunchState& s, Rank rank, double now, Replies& replies) {
  if (!s.cores.takes_jobs(rank)) return std::nullopt;
  const auto job = s.cores.should_lend(rank) ? std::nullopt : next_job(s, rank, now);
  if (!job) {
    s.cores.lend(rank);
    share_processors(s, now, replies);
    return std::nullopt;
  }
  const SchedulerJob& taken = s.scheduler.job(*job);
  const Allotment allotment = place(s, rank, *job);
  s.cores.begin(rank, taken.cost / (1 - taken.done), taken.done, taken.threads, taken.needs.cores);
  s.members.begin(rank, taken);
  s.isolation.begin(rank, taken.has_own_process);
  if (s.dropped.erase(*job) > 0 && !taken.has_own_process) s.isolation.hold(rank);
  share_processors(s, now, replies);
  std::erase_if(replies, [rank](const Reply& r) {  // Start has its number of threads
    return r.rank == rank && std::holds_alternative<reply::Team>(r.what);
  });
  return reply::Start{*job, s.scheduler.stint(rank), s.cores.threads(rank), s.isolation.holds(rank), allotment};
}

/// True if the rank's host could hold a job that waits or may wait again.
bool may_hold(const LaunchState& s, Rank rank) {
  const auto holds = [&](JobIndex job) { return s.placement.could_hold(rank, job); };
  return std::ranges::any_of(s.scheduler.waiting_jobs(), holds) ||
         std::ranges::any_of(s.scheduler.in_flight(), [&](const auto& flight) { return holds(flight.second); });
}

/// True if a rank without a job should wait, since there may be one for it later.
bool may_get_a_job(const LaunchState& s, Rank rank) {
  if (!s.cores.takes_jobs(rank) || s.scheduler.stopped()) return false;
  const auto guest = s.guests.find(rank);
  const bool is_short = guest != s.guests.end() && guest->second < s.ends;  // it may lack the time for what waits
  if (s.placement.is_needed() && guest != s.guests.end() && !may_hold(s, rank)) return false;
  if (s.scheduler.waits_for_results() && (!is_short || s.scheduler.policy_waits())) return true;
  if (guest != s.guests.end()) return s.keeps_guests && !s.scheduler.finished();
  const auto is_guest = [&](const auto& flight) { return s.guests.contains(flight.first); };
  return std::ranges::any_of(s.scheduler.in_flight(), is_guest);  // guests may be lost
}

/// Replies with a job, with Leave, or not yet.
void answer(LaunchState& s, Rank rank, double now, Replies& replies) {
  heard(s, rank, now);
  if (auto kept = s.kept.extract(rank)) {
    kept.mapped().threads = s.cores.threads(rank);
    return replies.push_back({rank, kept.mapped()});
  }
  if (const auto start = next(s, rank, now, replies)) return replies.push_back({rank, *start});
  const bool waits = may_get_a_job(s, rank);
  const bool may_help =
      s.members.is_possible() && !s.guests.contains(rank) && !s.scheduler.stopped() && !s.scheduler.finished();
  if (rank != Rank(0) && !waits && !may_help) return replies.push_back({rank, reply::Leave{}});
  s.waiting.insert(rank);
  s.liveness.forget(rank);  // silent until it is answered
}

/// Recalls members for which there is a job; they leave at the next step.
void recall_members(LaunchState& s, double now, Replies& replies) {
  for (const Rank rank : s.members.helpers())
    if (const auto start = next(s, rank, now, replies)) {
      s.kept.emplace(rank, *start);
      s.members.recall(rank);
    }
}

void give_back(LaunchState& s, Rank rank, const std::vector<double>& rungs) {
  s.news = true;
  s.scheduler.give_back(rank, rungs);
  s.placement.end(rank);
  s.cores.give_back(rank);
  s.members.end(rank);
}

}  // namespace

LaunchState begin_launch(Scheduler scheduler, CoreAllotment cores, MemberAllotment members, Placement placement) {
  LaunchState s{std::move(scheduler), std::move(cores), std::move(members), std::move(placement)};
  for (const JobIndex job : indices<JobIndex>(s.scheduler.total())) s.cores.wait(s.scheduler.job(job).cost);
  s.members.unable(Rank(0));
  return s;
}

Replies on_joined(LaunchState& s, Rank rank, double now) {
  s.present.insert(rank);
  heard(s, rank, now);
  return {};
}

Replies on_guest(LaunchState& s, Host host, const HostCapacity& capacity, double ends, double now) {
  const Rank rank = s.cores.add(host);
  s.cores.set_cores(host, capacity.cores);
  s.placement.add(rank, host, capacity);
  s.members.add(host);
  s.guests.emplace(rank, ends);
  return on_joined(s, rank, now);
}

Replies on_request(LaunchState& s, Rank rank, double now) {
  Replies replies;
  s.members.left(rank);
  answer(s, rank, now, replies);
  if (s.members.is_possible() && s.waiting.contains(rank)) s.shared = never;  // it can share a job
  return replies;
}

Replies on_progress(LaunchState& s, Rank rank, const Progress& progress, double now) {
  heard(s, rank, now);
  if (progress.steps > 0) {
    s.cores.update(rank, double(progress.step) / double(progress.steps));
    s.placement.update(rank, double(progress.step) / double(progress.steps));
    s.members.update(rank, progress, s.cores.threads(rank), now);
  }
  if (s.isolation.holds(rank) || !s.scheduler.pauses(rank, progress)) return {};
  return {{rank, reply::Pause{s.scheduler.in_flight().at(rank)}}};
}

void on_rungs(LaunchState& s, Rank rank, const std::vector<double>& rungs) {
  if (!s.scheduler.in_flight().contains(rank)) return;
  s.news = true;
  s.scheduler.note(rank, rungs);
}

Replies on_finished(LaunchState& s, Rank rank, const JobResult& result, double now) {
  heard(s, rank, now);
  s.news = true;
  if (result.outcome == Outcome::crashed) s.isolation.crashed();
  s.scheduler.complete(rank, result.outcome, result.rungs);
  s.placement.end(rank);
  s.cores.end(rank);
  s.members.end(rank);
  return {};
}

Replies on_released(LaunchState& s, Rank rank, const JobResult& result, double now) {
  heard(s, rank, now);
  give_back(s, rank, result.rungs);
  return {};
}

Replies on_prepared(LaunchState& s, Rank rank, double now) {
  heard(s, rank, now);
  s.members.prepared(rank);
  return {};
}

Replies on_unable(LaunchState& s, Rank rank, double now) {
  heard(s, rank, now);
  s.members.unable(rank);
  return {};
}

Replies on_lost(LaunchState& s, Rank rank, bool died, double now) {
  if (!s.present.contains(rank)) return {};
  if (const auto job = s.scheduler.in_flight().find(rank); died && job != s.scheduler.in_flight().end())
    s.dropped.insert(job->second);
  s.cores.exclude(rank);
  const Replies replies = on_left(s, rank, now);
  s.placement.remove(rank);
  return replies;
}

Replies on_left(LaunchState& s, Rank rank, double) {
  s.kept.erase(rank);
  if (s.scheduler.in_flight().contains(rank)) give_back(s, rank, {});
  s.waiting.erase(rank);
  s.members.left(rank);
  s.liveness.forget(rank);
  s.present.erase(rank);
  return {};
}

Replies on_stop(LaunchState& s, double) {
  s.scheduler.stop();
  return {};
}

Replies on_silence(LaunchState& s, double now) {
  Replies replies;
  if (std::exchange(s.news, false) || s.scheduler.stopped()) {
    for (const Rank rank : std::exchange(s.waiting, {})) answer(s, rank, now, replies);
    recall_members(s, now, replies);
  }
  if (const auto rank = s.liveness.hanging(now)) replies.push_back({*rank, reply::Hang{}});
  share_processors(s, now, replies);
  return replies;
}

bool is_over(const LaunchState& s) {
  return s.present.empty() && s.scheduler.finished();
}

}  // namespace icsweep
