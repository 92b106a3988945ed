// Replies to ranks of a simulated launch.
#include <algorithm>
#include <cmath>

#include "engine/simulate/simulated_launch.hpp"

namespace icsweep {

void SimulatedLaunch::obey(const Replies& replies, double now) {
  for (const auto& [rank, what] : replies)
    std::visit([this, to = rank, now](const auto& one) { obey(to, one, now); }, what);
}

/// Predicted time and threads of the job, with the cluster's share of a step that threads cannot share.
Prediction SimulatedLaunch::prediction(JobIndex job) const {
  Prediction whole = sweep_.jobs[job].whole;
  whole.alone = sweep_.cluster.alone.value_or(whole.alone);
  return whole;
}

void SimulatedLaunch::obey(Rank rank, const reply::Start& start, double now) {
  RankState& r = at(rank);
  const double time = heard(rank, now);
  if (time > r.begin) {  // it has waited
    RankSeconds& spent = sweep_.tally.spent[rank];
    spent[Spent::coordination] += r.begin - r.asked;
    spent[Spent::end] += time - r.begin;
    r.asked = r.begin = time;
  }
  const SimulatedJob& job = sweep_.jobs[start.job];
  const auto& [until, pruned_at, at_risk, runs_on] = start.stint;
  Stretch x{.job = start.job, .stint = start.stint, .from = job.done};
  if (!pruned_at && sweep_.search && job.done < 1 && !sweep_.search->saves(job.experiment)) x.from = 0;
  if (until && !runs_on) x.to = std::max(job.done, sweep_.search->share_at(job.experiment, *until));
  else if (pruned_at) x.to = job.done;
  x.seconds = x.left = job.whole.seconds * (x.to - x.from) * r.slow / (rank == Rank(0) ? 1 - desk_.news_share : 1);
  x.since = time;
  x.end = time + x.left;
  r.stretch = x;
  if (is_dead(rank)) return lose_steps(rank, now);
  speak(rank, x.end);
  if (start.threads > 1) obey(rank, reply::Team{start.job, start.threads}, now);
  if (at_risk || runs_on) at_risk_.insert(rank);
  expect_rung(rank, time);
}

void SimulatedLaunch::obey(Rank rank, const reply::Join& join, double) {
  at(rank).leader = join.leader;
  helpers_.emplace_back(rank, true);
}

void SimulatedLaunch::obey(Rank rank, const reply::Drop&, double) {
  if (std::exchange(at(rank).leader, std::nullopt)) helpers_.emplace_back(rank, false);
}

/// Pauses the job at the end of a step.
void SimulatedLaunch::obey(Rank rank, const reply::Pause&, double now) {
  if (is_dead(rank)) return;
  Stretch& x = *at(rank).stretch;
  const double step = job_of(at(rank)).whole.step * at(rank).slow / x.speed, time = heard(rank, now) - x.since;
  const double end = x.since + (step > 0 ? std::ceil(time / step) * step : time);
  at_risk_.erase(rank);
  if (end >= x.end) return;
  x.cut(end);
  speak(rank, end);
}

void SimulatedLaunch::obey(Rank rank, const reply::Team& team, double now) {
  if (is_dead(rank)) return;
  RankState& r = at(rank);
  const auto before = r.stretch->threads.members;
  r.stretch->set_threads({team.threads, team.members}, heard(rank, now), prediction(team.job), net_);
  for (const auto& [member, threads] : before)
    if (!team.members.contains(member)) obey(member, reply::Drop{team.job}, now);
  SimulatedTeam& largest = sweep_.tally.teams[sweep_.jobs[team.job].experiment];
  if (const int all = r.stretch->threads.all(); all > largest.threads) largest = {all, 1 + int(team.members.size())};
  speak(rank, r.reports ? r.speaks : r.stretch->end, r.reports);
}

}  // namespace icsweep
