// The scheduling of a search: what is promoted runs on, what is pruned ends, what is undecided waits.
#pragma once

#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "engine/scheduling/policy.hpp"
#include "engine/search/search_state.hpp"

namespace icsweep {

/// Each job runs to the first rung that has not decided about its setting, or to its end; where a rung has blocks, to
/// that rung when its block has begun. The order among jobs changes
/// no decision (engine/search/race.hpp): first those that only end as pruned, then those that come furthest, then the
/// costliest, then the lower number. If all wait for decisions, one that leads at its rung goes on at its own risk, by
/// one rung and never to the end, once from each rung; it pauses when a job is ready, or when it is pruned. A result
/// costs time proportional to the jobs of its race.
class SearchPolicy : public SchedulingPolicy {
 public:
  /// experiments: by job, its number in the sweep. entrants: by number in the sweep, what is known at the beginning.
  SearchPolicy(const Search& search, const std::vector<Entrant>& entrants, std::vector<std::size_t> experiments);

  void begin(const std::vector<SchedulerJob>& jobs) override;
  std::optional<std::size_t> take(const std::function<bool(std::size_t)>& fits) override;
  void give_back(std::size_t job) override;
  bool pauses(std::size_t job, const Progress& progress) override;
  Stint stint(std::size_t job) const override { return jobs_[job].stint; }
  void note(std::size_t job, Outcome outcome, const std::vector<double>& rungs) override;
  bool waits_for_results() const override { return !waiting_.empty(); }
  const std::vector<std::size_t>& waiting() const override { return waiting_; }

 private:
  using Order = std::tuple<bool, int, double, std::size_t>;  // of ready jobs, the smallest first; its last is the job

  struct Job {
    std::size_t experiment;
    double cost = 0;
    std::size_t place = 0;  // in waiting_
    bool waits = true;
    std::optional<Order> order{};        // in ready_
    Stint stint{};                       // in flight
    std::optional<std::size_t> tried{};  // rungs that it had passed when it last went on at its own risk
  };

  std::optional<Stint> wanted(const Job& job) const;
  std::size_t passed(const Job& job) const { return state_.entrant(job.experiment).rungs.size(); }
  void refresh();
  void refresh(std::size_t job);
  void remove(std::size_t job);
  std::optional<std::size_t> at_risk(const std::function<bool(std::size_t)>& fits) const;

  SearchState state_;
  std::vector<Job> jobs_;
  std::map<std::size_t, std::vector<std::size_t>> of_race_;  // jobs
  std::vector<std::size_t> waiting_;
  std::set<Order> ready_;         // waiting jobs that are to run now
  std::set<std::size_t> stale_;   // races with news since the last refresh
  bool nothing_at_risk_ = false;  // since the last news
};

}  // namespace icsweep
