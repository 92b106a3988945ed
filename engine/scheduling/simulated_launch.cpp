#include "engine/scheduling/simulated_launch.hpp"

#include <algorithm>
#include <cmath>

#include "tasks/random.hpp"

namespace icsweep {
namespace {

constexpr double news_a_second = 2;      // progress messages of each worker
constexpr double news_per_answer = 0.1;  // time of a progress message over that of an answer
constexpr double max_news_share = 0.99;

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
      answered_(open_) {
  answer_seconds_ = cluster.answer / (1 - news_share_);
  for (std::size_t r = 0; r < ranks_.size(); ++r) ranks_[r].slow = slowness(cluster, r);
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
  r.job = scheduler_.assign(rank);
  if (!r.job) return;
  r.end = heard + seconds(r, *r.job);
  if (rank != 0) requests_.push({r.end, rank});
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
  spent[Spent::work] += share * work;
  spent[Spent::slow_ranks] += share * work * (r.slow - 1);
  spent[Spent::coordination] += r.begin - r.asked + std::max(0.0, share * (r.end - r.begin - work * r.slow));
}

void SimulatedLaunch::complete(int rank) {
  Rank& r = ranks_[std::size_t(rank)];
  spend(rank, 1);
  scheduler_.complete(rank, Outcome::done);
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
    requests_.push({open_, int(rank)});
  }
  while (!requests_.empty()) {
    const auto [sent, rank] = requests_.top();
    train_until(std::min(sent + cluster_.latency, failure_));
    const double seen = looked_after(sent + cluster_.latency);
    if (seen >= failure_) break;
    requests_.pop();
    answer(rank, sent, seen);
  }
  train_until(failure_);
  for (const Rank& r : ranks_) end_ = std::max(end_, r.job ? failure_ : r.begin);
  end_ = std::min(end_, failure_);
  close();
  return end_;
}

}  // namespace icsweep
