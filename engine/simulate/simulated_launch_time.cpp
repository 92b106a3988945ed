// Books the time of ranks in a simulated launch.
#include <algorithm>
#include <cmath>

#include "engine/simulate/simulated_launch.hpp"

namespace icsweep {

/// Books the time of a share of the rank's stretch.
void SimulatedLaunch::spend(Rank rank, double share) {
  const RankState& r = at(rank);
  const Stretch& x = *r.stretch;
  sweep_.tally.spent[rank][Spent::coordination] += r.begin - r.asked;
  const double work = job_of(r).whole.seconds * (x.to - x.from);
  book(sweep_.tally, rank,
       {.seconds = share * (x.end - r.begin), .used = share * x.used_at(x.end), .work = share * work, .slow = r.slow});
}

/// Saves the progress of the rank's job. Returns pending if it has not ended.
Outcome SimulatedLaunch::note_end(Rank rank) {
  RankState& r = at(rank);
  const Stretch x = *std::exchange(r.stretch, std::nullopt);
  SimulatedJob& job = sweep_.jobs[x.job];
  job.done = x.to;
  const Outcome outcome = x.stint.pruned_at           ? Outcome::pruned
                          : x.stint.until || x.to < 1 ? Outcome::pending
                                                      : Outcome::done;
  job.ended = outcome != Outcome::pending;
  if (job.ended) book_end(sweep_.tally, rank, job.experiment, x.end, x.end <= sweep_.cluster.walltime);
  if (sweep_.search) sweep_.search->note(job.experiment, outcome, job.done);
  return outcome;
}

/// Books a rank that has a job, or waits for an answer, when the launch ends. The job resumes from its last checkpoint.
void SimulatedLaunch::interrupt(Rank rank) {
  const RankState& r = at(rank);
  RankSeconds& spent = sweep_.tally.spent[rank];
  const double end = r.stretch->end;
  if (end <= span_.end) {  // its row is written, even if rank 0 does not know it yet
    spend(rank, 1);
    note_end(rank);
    spent[Spent::coordination] += span_.end - end;
    return;
  }
  if (r.begin >= span_.end) {  // the answer has not arrived
    spent[Spent::coordination] += span_.end - r.asked;
    return;
  }
  const double ran = span_.end - r.begin, every = sweep_.cluster.checkpoint_every,
               saved = every > 0 ? std::floor(ran / every) * every : 0, share = saved / (end - r.begin);
  spend(rank, share);
  spent[Spent::failures] += ran - saved;
  SimulatedJob& job = job_of(r);
  if (!sweep_.search || sweep_.search->saves(job.experiment)) job.done += share * (r.stretch->to - r.stretch->from);
  if (sweep_.search) sweep_.search->note(job.experiment, Outcome::pending, job.done);
}

/// Books the time of each rank since its last experiment ended.
void SimulatedLaunch::close() {
  const auto [begin, open, failure, end] = span_;
  Tally& tally = sweep_.tally;
  tally.first_idle = std::size_t(sweep_.cluster.ranks) > hosts_.running() ? std::min(open, end) : end;
  for (const Rank rank : tally.spent.indices()) {
    RankSeconds& spent = tally.spent[rank];
    spent[begin == 0 ? Spent::start : Spent::failures] += std::min(open, end) - begin;
    if (open >= end) continue;
    if (std::size_t(rank.value()) >= hosts_.running()) {
      spent[Spent::none] += end - open;
    } else if (const RankState& r = ranks_[rank]; r.stretch) {
      interrupt(rank);
    } else {
      const double heard = std::min(r.begin, end);
      spent[Spent::coordination] += heard - r.asked;
      spent[Spent::end] += end - heard;
      tally.first_idle = std::min(tally.first_idle, heard);
    }
  }
}

}  // namespace icsweep
