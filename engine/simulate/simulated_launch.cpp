#include "engine/simulate/simulated_launch.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/simulate/simulated_fleet.hpp"
#include "tasks/random.hpp"

namespace icsweep {
namespace {

constexpr double news_a_second = 2;      // progress messages of each worker
constexpr double news_per_answer = 0.1;  // time of a progress message over that of an answer
constexpr double max_news_share = 0.99;

SchedulerJobs jobs_of(const SimulatedSweep& sweep) {
  SchedulerJobs result;
  for (const auto& [experiment, whole, done, ended] : sweep.jobs)
    result.push_back({.cost = whole.flop * (1 - done),
                      .threads = whole.threads,
                      .begun = done > 0,
                      .done = std::min(0.999, done),
                      .shared_bytes = whole.needs.cores > 0 ? 0 : whole.shared_bytes,
                      .seconds = whole.seconds * (1 - done),
                      .step = whole.step,
                      .alone = sweep.cluster.alone.value_or(whole.alone),
                      .needs = whole.needs});
  return result;
}

std::unique_ptr<SchedulingPolicy> policy_of(const SimulatedSweep& sweep) {
  if (!sweep.search) return nullptr;
  Indexed<JobIndex, ExperimentIndex> experiments;
  for (const auto& job : sweep.jobs) experiments.push_back(job.experiment);
  return sweep.search->policy(std::move(experiments));
}

/// The ranks that get experiments, on hosts that are all alike.
Placement placement_of(const SimulatedSweep& sweep, const SimulatedHosts& hosts) {
  const HostCapacity capacity = sweep.cluster.capacity();
  PlacementHosts all;
  for (const Rank rank : indices<Rank>(hosts.running())) {
    const Host host = all.of_rank[all.of_rank.push_back(hosts.of_ranks()[rank])];
    while (all.hosts.size() <= std::size_t(host.value())) all.hosts.push_back(capacity);
  }
  return {jobs_of(sweep), all};
}

bool lends(const Cluster& cluster) {
  return !(cluster.alone >= 1);
}

/// Number of processors that can share experiments of other hosts.
double members_of(const SimulatedSweep& sweep) {
  double members = 0;
  if (sweep.cluster.bandwidth > 0 && lends(sweep.cluster))
    for (const auto& job : sweep.jobs) members += job.whole.shared_bytes > 0 ? job.whole.threads : 0;
  return members;
}

}  // namespace

double slowness(const Cluster& cluster, Rank rank) {
  const bool slow =
      RandomStream(cluster.seed, Purpose::sweep, std::uint64_t(rank.value()) + 1).uniform() < cluster.slow_share;
  return slow ? cluster.slow_factor : 1;
}

SimulatedLaunch::SimulatedLaunch(SimulatedSweep& sweep, double begin, double failure, SimulatedFleet* fleet)
    : sweep_(sweep),
      fleet_(fleet),
      span_{begin, begin + sweep.cluster.start_up, failure, 0},
      hosts_(sweep.cluster, sweep.jobs.size(), members_of(sweep)),
      net_{sweep.cluster.round_trip, hosts_.can_share() ? sweep.cluster.bandwidth : 0},
      state_(begin_launch(Scheduler(jobs_of(sweep), false, policy_of(sweep)), hosts_.cores(!lends(sweep.cluster)),
                          MemberAllotment(hosts_.of_ranks(), net_), placement_of(sweep, hosts_))),
      ranks_(hosts_.size()) {
  const double answer = sweep.cluster.answer,
               news = std::min(max_news_share, double(hosts_.running() - 1) * news_a_second * news_per_answer * answer);
  desk_ = {answer / (1 - news), news, span_.open};
  for (const Rank rank : indices<Rank>(hosts_.running())) at(rank).slow = slowness(sweep.cluster, rank);
}

/// Time at which rank 0 sees a message. It answers all messages that have arrived between two steps of its own
/// experiment; during a longer step a thread does.
double SimulatedLaunch::seen(double arrival) const {
  const RankState& own = ranks_[Rank(0)];
  if (arrival <= desk_.answered || !own.stretch) return std::max(arrival, desk_.answered);
  const double step = sweep_.jobs[own.stretch->job].whole.step * own.slow, since = std::max(own.begin, desk_.answered);
  const double look_every = sweep_.cluster.look_every, pause = look_every > 0 ? std::min(step, look_every) : step;
  return pause > 0 ? std::min(own.stretch->end, since + std::ceil((arrival - since) / pause) * pause) : arrival;
}

/// Sets the time of the rank's next message. Rank 0 sends none.
void SimulatedLaunch::speak(Rank rank, double time, bool reports) {
  RankState& r = at(rank);
  if (rank != Rank(0)) messages_.erase({r.speaks, rank});
  if (rank != Rank(0)) messages_.insert({time, rank});
  r.speaks = time;
  r.reports = reports;
}

void SimulatedLaunch::open() {
  for (const Rank rank : ranks_.indices().after(1)) on_joined(state_, rank, span_.open);
  for (const Rank rank : ranks_.indices().after(hosts_.running())) helpers_.emplace_back(rank, false);
  settle(span_.open);
  ask(Rank(0), span_.open, span_.open);
  for (const Rank rank : indices<Rank>(hosts_.running()).after(1)) {
    at(rank).asked = span_.open;
    at(rank).begin = never;
    speak(rank, span_.open);
  }
  if (fleet_)
    for (SimulatedGuest& guest : fleet_->guests) welcome(guest, span_.open);
}

/// Ends or reports rank 0's own experiment.
void SimulatedLaunch::own_turn() {
  const double now = std::exchange(at(Rank(0)).speaks, never);
  if (at(Rank(0)).reports) return report(Rank(0), now);
  bring_back(Rank(0), now);
  tell_progress(Rank(0), now);
  settle(now);
  if (!at(Rank(0)).stretch) ask(Rank(0), now, now);
}

void SimulatedLaunch::message(Rank rank, double sent, double now) {
  messages_.erase({sent, rank});
  at(rank).speaks = never;
  if (at(rank).reports) return report(rank, now);
  if (at(rank).stretch) bring_back(rank, now);
  desk_.answered = now + desk_.answer;
  if (RankState& own = at(Rank(0)); own.stretch) {
    own.stretch->end += desk_.answer;
    if (!own.reports) own.speaks = own.stretch->end;
  }
  ask(rank, sent, desk_.answered);
}

/// Handles the next event. Returns false if the launch ends before it.
bool SimulatedLaunch::step() {
  const double next = messages_.empty() ? never : messages_.begin()->first + sweep_.cluster.latency;
  const double own = at(Rank(0)).speaks, coming = next_visit();
  if (std::min({own, next, coming}) >= span_.failure) return false;
  if (coming <= std::min(own, next)) {
    visit(coming);
    return true;
  }
  if (own < next) {
    own_turn();
    return true;
  }
  const auto [sent, rank] = *messages_.begin();
  const double now = seen(next);
  if (now < span_.failure) message(rank, sent, now);
  else messages_.clear();  // rank 0 sees no further one
  return true;
}

void SimulatedLaunch::ask(Rank rank, double asked, double now) {
  at(rank).asked = asked;
  at(rank).begin = heard(rank, now);
  tell_progress(rank, now);
  obey(on_request(state_, rank, now), now);
  settle(now);
  expect_reports(now);
}

/// Brings back the rank's job at its end or at the end of its stint.
void SimulatedLaunch::bring_back(Rank rank, double now) {
  const ExperimentIndex experiment = job_of(at(rank)).experiment;
  spend(rank, 1);
  const double done = at(rank).stretch->to;
  const Outcome outcome = note_end(rank);
  at_risk_.erase(rank);
  const JobResult result{outcome, sweep_.search ? sweep_.search->metrics(experiment, done) : std::vector<double>()};
  obey(outcome == Outcome::pending ? on_released(state_, rank, result, now) : on_finished(state_, rank, result, now),
       now);
}

/// Handles all replies of the state machine at this time.
void SimulatedLaunch::settle(double now) {
  for (;;) {
    const Replies replies = on_silence(state_, now);
    obey(replies, now);
    if (replies.empty() && helpers_.empty()) return;
    for (const auto& [rank, prepared] : std::exchange(helpers_, {}))
      obey(prepared ? on_prepared(state_, rank, now) : on_request(state_, rank, now), now);
  }
}

/// Schedules reports of speculative jobs, which may be paused after news.
void SimulatedLaunch::expect_reports(double now) {
  for (const Rank rank : at_risk_) {
    const double every = sweep_.cluster.report_every, next = span_.open + std::ceil((now - span_.open) / every) * every;
    const bool is_sooner = !at(rank).reports || next < at(rank).speaks;
    if (is_sooner && next < at(rank).stretch->end) speak(rank, next, true);
  }
}

/// Schedules the report of a job that runs on at its next rung.
void SimulatedLaunch::expect_rung(Rank rank, double now) {
  const Stretch& x = *at(rank).stretch;
  if (!x.stint.runs_on || x.to < 1) return;
  const double next = x.time_at(sweep_.search->next_rung(job_of(at(rank)).experiment, x.done_at(now)));
  if (next < x.end) speak(rank, next, true);
}

void SimulatedLaunch::report(Rank rank, double now) {
  speak(rank, at(rank).stretch->end);
  if (const Stretch& x = *at(rank).stretch; x.stint.runs_on)
    on_rungs(state_, rank, sweep_.search->metrics(job_of(at(rank)).experiment, x.done_at(now)));
  obey(on_progress(state_, rank, progress(rank, now), now), now);
  expect_rung(rank, now);
}

/// Reports the progress of the experiments that may get the rank's processor.
void SimulatedLaunch::tell_progress(Rank rank, double now) {
  if (!lends(sweep_.cluster)) return;
  const auto tell = [&](Rank r) {
    if (at(r).stretch) obey(on_progress(state_, r, progress(r, now), now), now);
  };
  if (state_.members.is_possible() && state_.cores.lends())
    for (const Rank r : indices<Rank>(hosts_.running())) tell(r);
  else if (state_.cores.lends_on_host_of(rank))
    for (const Rank r : hosts_.beside(rank)) tell(r);
}

Progress SimulatedLaunch::progress(Rank rank, double now) {
  constexpr double most_steps = 1e12, rounding = 1e-9;
  const Prediction& whole = job_of(at(rank)).whole;
  const double steps =
      whole.step > 0 ? std::clamp(std::round(whole.seconds / whole.step), 1.0, most_steps) : most_steps;
  return {long(at(rank).stretch->done_at(now) * steps + rounding), long(steps), 0, 0};
}

double SimulatedLaunch::run() {
  open();
  while (step()) continue;
  if (fleet_) return end_of_fleet();
  for (const Rank rank : indices<Rank>(hosts_.running()))
    span_.end = std::max(span_.end, ranks_[rank].stretch ? span_.failure : ranks_[rank].begin);
  span_.end = std::min(span_.end, span_.failure);
  close();
  return span_.end;
}

}  // namespace icsweep
