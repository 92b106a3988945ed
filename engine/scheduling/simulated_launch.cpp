#include "engine/scheduling/simulated_launch.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tasks/random.hpp"

namespace icsweep {
namespace {

constexpr double news_a_second = 2;      // progress messages of each worker
constexpr double news_per_answer = 0.1;  // time of a progress message over that of an answer
constexpr double max_news_share = 0.99;
constexpr double unlimited = std::numeric_limits<double>::infinity();

std::vector<SchedulerJob> scheduler_jobs(const std::vector<Remaining>& jobs) {
  std::vector<SchedulerJob> result;
  for (const auto& job : jobs) result.push_back({.cost = job.left.flop, .begun = job.begun});
  return result;
}

/// The same ranks are slow in every launch and for any number of ranks.
double slowness(const Cluster& cluster, std::size_t rank) {
  const bool slow = RandomStream(cluster.seed, Purpose::sweep, rank + 1).uniform() < cluster.slow_share;
  return slow ? cluster.slow_factor : 1;
}

}  // namespace

SimulatedLaunch::SimulatedLaunch(const Cluster& cluster, std::vector<Remaining>& jobs, Tally& tally, double begin,
                                 double failure)
    : cluster_(cluster),
      jobs_(jobs),
      tally_(tally),
      begin_(begin),
      open_(begin + cluster.start_up),
      failure_(failure),
      scheduler_(scheduler_jobs(jobs)),
      ranks_(std::min(std::size_t(cluster.ranks), jobs.size())),
      news_share_(
          std::min(max_news_share, double(ranks_.size() - 1) * news_a_second * news_per_answer * cluster.answer)),
      net_{cluster.round_trip, cluster.bandwidth},
      answered_(open_) {
  answer_seconds_ = cluster.answer / (1 - news_share_);
  for (std::size_t r = 0; r < ranks_.size(); ++r) {
    ranks_[r].slow = slowness(cluster, r);
    if (r == 0 || host(r) != host(r - 1)) hosts_.emplace_back();
    hosts_.back().push_back(r);
    ranks_[r].host = hosts_.size() - 1;
  }
  begin_lending();
}

/// The other ranks of each host lend their processors from the start; hosts without experiments have them for members.
void SimulatedLaunch::begin_lending() {
  std::vector<int> numbers;
  for (const Rank& rank : ranks_) numbers.push_back(int(rank.host));
  cores_ = CoreAllotment(numbers, cluster_.alone >= 1);
  const auto per_host = std::size_t(cluster_.per_host);
  for (std::size_t h = 0; h < hosts_.size(); ++h) {
    const std::size_t there = std::min(per_host, std::size_t(cluster_.ranks) - host(hosts_[h][0]) * per_host);
    cores_.lend_to(int(h), int(there - hosts_[h].size()));
  }
  for (const auto& job : jobs_) cores_.wait(job.left.flop);
  const bool some_can = std::ranges::any_of(jobs_, [](const Remaining& job) { return job.left.shared_bytes > 0; });
  if (!some_can || !(cluster_.bandwidth > 0)) return;
  const auto all = std::size_t(cluster_.ranks);
  for (std::size_t h = 0, used = 0; h * per_host < all; ++h)
    if (used < hosts_.size() && host(hosts_[used][0]) == h) ++used;
    else spare_hosts_.push_back(int(std::min(per_host, all - h * per_host)));
  can_share_ = hosts_.size() + spare_hosts_.size() > 1;
}

/// The number of the rank's host. Ranks with experiments are spread over all, as ranks_that_run() does.
std::size_t SimulatedLaunch::host(std::size_t rank) const {
  const auto all = std::size_t(cluster_.ranks);
  const std::size_t place =
      all > ranks_.size() ? std::size_t(double(all) * double(rank) / double(ranks_.size())) : rank;
  return place / std::size_t(cluster_.per_host);
}

/// The one place that says how fast an experiment runs.
double SimulatedLaunch::seconds(const Rank& rank, std::size_t job) const {
  const double share = &rank == &ranks_[0] ? 1 - news_share_ : 1;
  return jobs_[job].left.seconds * rank.slow / share;
}

/// When rank 0 sees a message: it answers all that have arrived before it goes on with a step of its own experiment,
/// and a thread does during a longer step.
double SimulatedLaunch::looked_after(double arrival) const {
  const Rank& own = ranks_[0];
  if (arrival <= answered_ || !own.job) return std::max(arrival, answered_);
  const double step = jobs_[*own.job].left.step * own.slow, since = std::max(own.begin, answered_);
  const double pause = cluster_.look_every > 0 ? std::min(step, cluster_.look_every) : step;
  return pause > 0 ? std::min(own.end, since + std::ceil((arrival - since) / pause) * pause) : arrival;
}

void SimulatedLaunch::take(int rank, double asked, double heard) {
  Rank& r = ranks_[std::size_t(rank)];
  r.asked = asked;
  r.begin = heard;
  r.job = cores_.should_lend(rank) ? std::nullopt : scheduler_.assign(rank, unlimited, cores_.passed_over(rank));
  if (r.job) {
    r.since = heard;
    r.left = seconds(r, *r.job);
    r.used = 0;
    r.threads = 1;
    r.members.clear();
    r.end = heard + r.left;
    ask(r, r.end);
    const Prediction& left = jobs_[*r.job].left;
    cores_.begin(rank, left.flop, 0, left.threads);
  } else {
    cores_.lend(rank);
  }
  share_cores(rank, heard);
}

/// Of an experiment, over that on one thread.
double SimulatedLaunch::speed(const Rank& r) const {
  if (r.members.empty()) return speedup(r.threads, jobs_[*r.job].left.threads, alone(jobs_[*r.job]));
  const MemberRun run = run_of(r, r.since);
  return run.step / run.step_seconds(net_);
}

MemberRun SimulatedLaunch::run_of(const Rank& r, double now) const {
  const Prediction& job = jobs_[*r.job].left;
  return {.rank = int(&r - ranks_.data()),
          .host = int(r.host),
          .left = r.since == now ? r.left : left_at(r, now),
          .step = job.step,
          .bytes = job.shared_bytes,
          .most = job.threads,
          .alone = alone(jobs_[*r.job]),
          .threads = r.threads,
          .members = r.members};
}

/// Of its experiment, on all hosts.
int SimulatedLaunch::processors(const Rank& r) {
  int all = r.threads;
  for (const auto& [host, threads] : r.members) all += threads;
  return all;
}

/// Seconds of all processors that its experiment has used.
double SimulatedLaunch::used(const Rank& r, double time) const {
  return r.used + processors(r) * std::max(0.0, time - r.since);
}

/// Shares out the processors of the rank's host, since it has begun or ended an experiment.
void SimulatedLaunch::share_cores(int rank, double now) {
  if (cluster_.alone >= 1) return;
  if (cores_.lends_on_host_of(rank)) update_runs(rank, now);
  for (const int r : cores_.share()) {
    Rank& other = ranks_[std::size_t(r)];
    set_team(other, cores_.threads(r), other.members, now);
  }
  share_members(now);
}

/// Shares out the processors that no experiment on their host uses.
void SimulatedLaunch::share_members(double now) {
  if (!can_share_ || !(cores_.lends() || !spare_hosts_.empty() || has_members_)) return;
  std::vector<int> free = cores_.free();
  free.insert(free.end(), spare_hosts_.begin(), spare_hosts_.end());
  std::vector<MemberRun> runs;
  for (const Rank& r : ranks_)
    if (r.job && jobs_[*r.job].left.shared_bytes > 0) runs.push_back(run_of(r, now));
  icsweep::share_members(runs, std::move(free), net_);
  has_members_ = false;
  for (const MemberRun& run : runs) {
    set_team(ranks_[std::size_t(run.rank)], run.threads, run.members, now);
    has_members_ |= !run.members.empty();
  }
}

/// Tells how far the experiments on the rank's host are.
void SimulatedLaunch::update_runs(int rank, double now) {
  for (const std::size_t r : hosts_[ranks_[std::size_t(rank)].host])
    if (const Rank& other = ranks_[r]; other.job)
      cores_.update(int(r), 1 - left_at(other, now) / seconds(other, *other.job));
}

/// Seconds of its job on one thread.
double SimulatedLaunch::left_at(const Rank& r, double time) const {
  return std::max(0.0, r.left - std::max(0.0, time - r.since) * speed(r));
}

void SimulatedLaunch::set_team(Rank& r, int threads, const std::map<int, int>& members, double now) {
  if (threads == r.threads && members == r.members) return;
  const double time = std::max(now, r.since);
  r.left = left_at(r, time);
  r.used = used(r, time);
  r.since = time;
  r.threads = threads;
  r.members = members;
  SimulatedTeam& largest = tally_.teams[jobs_[*r.job].experiment];
  if (const int all = processors(r); all > largest.threads) largest = {all, 1 + int(members.size())};
  r.end = time + r.left / speed(r);
  ask(r, r.end);
}

/// Rank 0 asks nobody.
void SimulatedLaunch::ask(Rank& r, double time) {
  r.asks = time;
  if (&r != &ranks_[0]) requests_.push({time, int(&r - ranks_.data())});
}

void SimulatedLaunch::answer(int rank, double sent, double seen) {
  if (ranks_[std::size_t(rank)].job) complete(rank);
  answered_ = seen + answer_seconds_;
  if (Rank& own = ranks_[0]; own.job) own.end += answer_seconds_;
  take(rank, sent, answered_ + cluster_.latency);
}

/// Runs rank 0's own experiments that end before `time`. Rank 0 looks for messages before it takes the next one.
void SimulatedLaunch::train_until(double time) {
  while (ranks_[0].job && ranks_[0].end < time) {
    const double end = ranks_[0].end;
    complete(0);
    take(0, end, end);
  }
}

/// Books the time of a share of the rank's job. Time that is neither work nor slowness is coordination.
void SimulatedLaunch::spend(int rank, double share) {
  const Rank& r = ranks_[std::size_t(rank)];
  const double work = jobs_[*r.job].left.seconds;
  RankSeconds& spent = tally_.spent[std::size_t(rank)];
  spent[Spent::coordination] += r.begin - r.asked;
  const double ran = share * (r.end - r.begin), lent = share * used(r, r.end) - ran;
  if (lent > 1e-9 * ran) {  // of every processor's time the same part is gained
    const double gained = std::min(1.0, share * work * r.slow / (ran + lent));
    spent[Spent::work] += ran * gained / r.slow;
    spent[Spent::slow_ranks] += ran * gained * (1 - 1 / r.slow);
    spent[Spent::sharing] += ran * (1 - gained);
    tally_.lent_work += lent * gained / r.slow;
    tally_.lent_lost += lent * (1 - gained / r.slow);
    return;
  }
  spent[Spent::work] += share * work;
  spent[Spent::slow_ranks] += share * work * (r.slow - 1);
  spent[Spent::coordination] += std::max(0.0, ran - share * work * r.slow);
}

void SimulatedLaunch::complete(int rank) {
  Rank& r = ranks_[std::size_t(rank)];
  spend(rank, 1);
  scheduler_.complete(rank, Outcome::done);
  cores_.end(rank);
  jobs_[*r.job].ended = true;
  ++tally_.ended[std::size_t(rank)];
  tally_.finished += r.end <= cluster_.walltime;
  if (r.end >= tally_.last_end) {
    tally_.last_end = r.end;
    tally_.last = jobs_[*r.job].experiment;
    tally_.last_rank = rank;
  }
  r.job.reset();
}

/// Books a rank that has a job, or waits for its answer, when the launch ends. The job goes on from its last
/// checkpoint.
void SimulatedLaunch::interrupt(int rank) {
  Rank& r = ranks_[std::size_t(rank)];
  RankSeconds& spent = tally_.spent[std::size_t(rank)];
  if (r.end <= end_) {  // its row is written, whether rank 0 has heard of it or not
    complete(rank);
    spent[Spent::coordination] += end_ - r.end;
    return;
  }
  if (r.begin >= end_) {  // it has not heard of the job
    spent[Spent::coordination] += end_ - r.asked;
    return;
  }
  const double ran = end_ - r.begin, every = cluster_.checkpoint_every,
               saved = every > 0 ? std::floor(ran / every) * every : 0, share = saved / (r.end - r.begin);
  spend(rank, share);
  spent[Spent::failures] += ran - saved;
  Remaining& job = jobs_[*r.job];
  job.left.flop *= 1 - share;
  job.left.seconds *= 1 - share;
  job.begun |= saved > 0;
}

/// Books the time of each rank since its last experiment ended.
void SimulatedLaunch::close() {
  tally_.first_idle = std::size_t(cluster_.ranks) > ranks_.size() ? std::min(open_, end_) : end_;
  for (std::size_t rank = 0; rank < tally_.spent.size(); ++rank) {
    RankSeconds& spent = tally_.spent[rank];
    spent[begin_ == 0 ? Spent::start : Spent::failures] += std::min(open_, end_) - begin_;
    if (open_ >= end_) continue;
    if (rank >= ranks_.size()) {
      spent[Spent::none] += end_ - open_;
    } else if (const Rank& r = ranks_[rank]; r.job) {
      interrupt(int(rank));
    } else {
      const double heard = std::min(r.begin, end_);
      spent[Spent::coordination] += heard - r.asked;
      spent[Spent::end] += end_ - heard;
      tally_.first_idle = std::min(tally_.first_idle, heard);
    }
  }
}

double SimulatedLaunch::run() {
  take(0, open_, open_);
  for (std::size_t rank = 1; rank < ranks_.size(); ++rank) {
    ranks_[rank].asked = open_;
    ranks_[rank].begin = std::numeric_limits<double>::infinity();
    ask(ranks_[rank], open_);
  }
  while (!requests_.empty()) {
    const auto [sent, rank] = requests_.top();
    if (sent != ranks_[std::size_t(rank)].asks) {  // its processors have changed since
      requests_.pop();
      continue;
    }
    train_until(std::min(sent + cluster_.latency, failure_));
    if (requests_.top() != Request{sent, rank} || sent != ranks_[std::size_t(rank)].asks) continue;  // the same
    const double seen = looked_after(sent + cluster_.latency);
    if (seen >= failure_) break;
    requests_.pop();
    ranks_[std::size_t(rank)].asks = std::numeric_limits<double>::infinity();
    answer(rank, sent, seen);
  }
  train_until(failure_);
  for (const Rank& r : ranks_) end_ = std::max(end_, r.job ? failure_ : r.begin);
  end_ = std::min(end_, failure_);
  close();
  return end_;
}

}  // namespace icsweep
