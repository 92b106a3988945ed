#include "engine/progress/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "engine/forecast/neighbour_costs.hpp"
#include "engine/forecast/calibration.hpp"
#include "engine/ledger/checkpoint_index.hpp"
#include "engine/search/search_state.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;

constexpr auto show_every = 1s, window_length = 10s;
constexpr std::size_t max_failures = 3;

bool is_asked(const Experiment& e) {
  return e.asked;
}

/// Rounds to four digits: a heartbeat has the losses of thousands of ranks each second.
double short_number(double value) {
  return std::strtod(fmt::format("{:.4g}", value).c_str(), nullptr);
}

double seconds(ProgressBoard::Clock::duration d) {
  return std::chrono::duration<double>(d).count();
}

double share_of(const Progress& p) {
  return p.steps > 0 ? double(p.step) / double(p.steps) : 0;
}

}  // namespace

ProgressBoard::ProgressBoard(const std::vector<Experiment>& experiments, const StorePlan& plan, Clock::time_point start,
                             int descriptor, const Search* search)
    : plan_(plan),
      planned_(std::size_t(std::count_if(experiments.begin(), experiments.end(), is_asked))),
      start_(start),
      last_news_(start_),
      last_show_(start_ - show_every),
      window_{{start_, 0.0}},
      view_(descriptor) {
  NeighbourCosts costs;
  for (const auto& job : plan.jobs)
    cost_to_do_ += costs.predicted(*job.experiment->task, job.experiment->config) * (1 - job.share_done());
  const auto state = search ? std::make_optional<SearchState>(*search, plan.entrants) : std::nullopt;
  for (const auto& e : experiments) {
    if (!e.asked) continue;
    const bool has_ended = state && state->entrant(e.number).outcome != Outcome::pending;
    cost_before_ += costs.predicted(*e.task, e.config) * (has_ended ? state->expected_work(e.number) : 1);
  }
  cost_before_ = std::max(0.0, cost_before_ - cost_to_do_);
}

void ProgressBoard::began(Rank rank, JobIndex job) {
  const auto paused = paused_.extract(job);
  const CheckpointHead& begun = *plan_.jobs[job].begun;
  latest_[rank] = paused ? paused.mapped() : Progress{begun.step, begun.steps, begun.sequences, 0};
  sequences_before_[rank] = latest_[rank].sequences;
  losses_[rank] = {};
}

void ProgressBoard::gave_back(Rank rank, JobIndex job) {
  paused_[job] = latest_[rank];
  ended(rank);
}

void ProgressBoard::note_saved(const Scheduler& scheduler, const std::map<std::string, double>& shares) {
  paused_.clear();
  for (const JobIndex job : scheduler.waiting_jobs())
    if (const auto found = shares.find(plan_.jobs[job].experiment->identity); found != shares.end())
      saved_[job] = found->second;
}

/// The rank's experiment is no longer in flight.
void ProgressBoard::ended(Rank rank) {
  ended_sequences_ += double(latest_[rank].sequences - sequences_before_[rank]);
  latest_.erase(rank);
  losses_.erase(rank);
  sequences_before_.erase(rank);
}

void ProgressBoard::ended(Rank rank, const Experiment& e, Outcome outcome, const std::string& message) {
  ended(rank);
  if (outcome == Outcome::done || outcome == Outcome::diverged || outcome == Outcome::pruned) return;
  failures_.push_front({e.task->schema().task, e.identity, e.label(), std::string(name_of(outcome)), message});
  if (failures_.size() > max_failures) failures_.pop_back();
}

void ProgressBoard::add_counts(Heartbeat& h, const Scheduler& scheduler) const {
  h.total = std::int64_t(planned_);
  h.ended = std::int64_t(planned_ - plan_.jobs.size() + scheduler.completed());
  h.done = std::int64_t(plan_.found[std::size_t(Outcome::done)] + scheduler.count(Outcome::done));
  h.saved = std::int64_t(saved_.size());
  for (const auto& [job, share] : saved_) h.saved_share += share / double(saved_.size());
  for (int i = 1; i < outcome_count; ++i) {
    const std::size_t count = plan_.found[std::size_t(i)] + scheduler.count(Outcome(i));
    if (count > 0) h.counts[std::string(name_of(Outcome(i)))] = std::int64_t(count);
  }
  h.failures.assign(failures_.begin(), failures_.end());
  h.no_host = no_host_;
}

/// Work of this launch on a job with this share of its steps done.
double ProgressBoard::work_in(JobIndex job, double share, const Scheduler& scheduler) const {
  const double before = plan_.jobs[job].share_done();
  return (before < 1 ? std::clamp((share - before) / (1 - before), 0.0, 1.0) : 1) * scheduler.cost(job);
}

void ProgressBoard::set_team(Rank rank, int threads, const std::map<Rank, int>& members) {
  Team team{threads, 1 + int(members.size())};
  for (const auto& [member, its] : members) team.threads += its;
  teams_[rank] = team;
}

ProgressBoard::Team ProgressBoard::team_of(Rank rank) const {
  const auto found = teams_.find(rank);
  return found == teams_.end() ? Team{} : found->second;
}

WorkDone ProgressBoard::add_in_flight(Heartbeat& h, const Scheduler& scheduler) const {
  WorkDone work{.done = scheduler.completed_cost()};
  for (const auto& [rank, job] : scheduler.in_flight()) {
    const auto found = latest_.find(rank);
    const Progress p = found == latest_.end() ? Progress{} : found->second;
    const Experiment& e = *plan_.jobs[job].experiment;
    const double loss = std::isfinite(p.loss) ? p.loss : 0;  // the heartbeat is JSON, which has no NaN
    const auto trace = losses_.find(rank);
    const Team team = team_of(rank);
    h.in_flight.push_back({rank.value(), e.task->schema().task, e.identity, e.label(), p.step, p.steps, loss,
                           trace == losses_.end() ? std::vector<double>{} : trace->second.losses(), team.threads,
                           team.hosts});
    const double done = work_in(job, share_of(p), scheduler);
    work.done += done;
    work.longest_left = std::max(work.longest_left, (scheduler.cost(job) - done) / team.threads);
  }
  for (const auto& [job, p] : paused_) work.done += work_in(job, share_of(p), scheduler);
  for (const auto& [job, share] : saved_) work.done += work_in(job, share, scheduler);
  const SparedWork spared = scheduler.spared();
  work.done -= spared.ended;
  work.left = std::max(0.0, cost_to_do_ - work.done - spared.ended - spared.open) + cost_to_come_;
  return work;
}

/// Sequences per second over the window.
double ProgressBoard::rate(Clock::time_point now) {
  double sequences = ended_sequences_;
  for (const auto& [rank, progress] : latest_) sequences += double(progress.sequences);
  for (const auto& [rank, before] : sequences_before_) sequences -= double(before);
  window_.emplace_back(now, sequences);
  while (window_.size() > 2 && now - window_.front().first > window_length) window_.pop_front();
  const double elapsed = seconds(now - window_.front().first);
  return elapsed > 0 ? std::max(0.0, (sequences - window_.front().second) / elapsed) : 0;
}

Heartbeat ProgressBoard::news(const Scheduler& scheduler, Clock::time_point now) {
  Heartbeat h;
  for (const auto& [rank, progress] : latest_)
    if (progress.loss != 0) losses_[rank].add(short_number(progress.loss));
  add_counts(h, scheduler);
  WorkDone work = add_in_flight(h, scheduler);
  for (const auto& e : h.in_flight) busy_s_ += seconds(now - last_news_) * e.threads;
  last_news_ = now;
  work.elapsed_s = h.elapsed_s = seconds(now - start_);
  work.busy_s = busy_s_;
  h.sequences_per_s = rate(now);
  h.eta_s = seconds_left(recent_.of(work));
  const double done = cost_before_ + work.done;
  h.share = h.ended == h.total && cost_to_come_ == 0 ? 1 : done / (done + work.left);  // a sum may round to less than 1
  return h;
}

void ProgressBoard::show(const Scheduler& scheduler, Lease& lease) {
  const auto now = Clock::now();
  if (now - last_show_ < show_every || plan_.jobs.empty()) return;
  last_show_ = now;
  const Heartbeat heartbeat = news(scheduler, now);
  lease.beat(heartbeat);
  view_.show(heartbeat);
  listener(heartbeat, scheduler);
}

Heartbeat ProgressBoard::close(const Scheduler& scheduler, Lease& lease) {
  const Heartbeat heartbeat = news(scheduler, Clock::now());
  listener(heartbeat, scheduler);
  if (plan_.jobs.empty()) return heartbeat;
  lease.beat(heartbeat);
  view_.close(heartbeat);
  return heartbeat;
}

}  // namespace icsweep
