#include "engine/launch/search_policy.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "engine/search/search_state.hpp"

namespace icsweep {
namespace {

class SearchPolicy : public SchedulingPolicy {
 public:
  SearchPolicy(const Search& search, const Entrants& entrants, Indexed<JobIndex, ExperimentIndex> experiments);

  void begin(const SchedulerJobs& jobs) override;
  std::optional<JobIndex> take(const std::function<bool(JobIndex)>& fits) override;
  void give_back(JobIndex job) override;
  bool pauses(JobIndex job, const Progress& progress) override;
  Stint stint(JobIndex job) const override { return jobs_[job].stint; }
  void note(JobIndex job, Outcome outcome, const std::vector<double>& rungs) override;
  bool waits_for_results() const override { return !waiting_.empty(); }
  SparedWork spared() const override;
  const std::vector<JobIndex>& waiting() const override { return waiting_; }

 private:
  using Order = std::tuple<bool, int, double, JobIndex>;  // of ready jobs, ascending; the last element is the job

  struct Job {
    ExperimentIndex experiment;
    double cost = 0, done = 0;  // see SchedulerJob
    std::size_t place = 0;      // in waiting_
    bool waits = true;
    std::optional<Order> order{};        // in ready_
    Stint stint{};                       // in flight
    std::optional<std::size_t> tried{};  // rungs passed when it last ran speculatively
  };

  std::size_t passed(const Job& job) const { return state_.entrant(job.experiment).rungs.size(); }
  void refresh();
  void refresh(JobIndex job);
  void remove(JobIndex job);
  SparedWork spared(RaceIndex race) const;
  std::optional<JobIndex> at_risk(const std::function<bool(JobIndex)>& fits) const;

  SearchState state_;
  Indexed<JobIndex, Job> jobs_;
  std::map<RaceIndex, std::vector<JobIndex>> of_race_;
  std::vector<JobIndex> waiting_;
  std::set<Order> ready_;                           // waiting jobs that can run now
  std::set<RaceIndex> stale_;                       // races with news since the last refresh
  bool nothing_at_risk_ = false;                    // since the last news
  mutable std::map<RaceIndex, SparedWork> spared_;  // of races without news since
};

SearchPolicy::SearchPolicy(const Search& search, const Entrants& entrants,
                           Indexed<JobIndex, ExperimentIndex> experiments)
    : state_(search, entrants) {
  for (const ExperimentIndex experiment : experiments)
    of_race_[state_.race(experiment)].push_back(jobs_.push_back({experiment}));
}

void SearchPolicy::begin(const SchedulerJobs& jobs) {
  for (const JobIndex job : jobs.indices()) {
    jobs_[job].cost = jobs[job].cost;
    jobs_[job].done = jobs[job].done;
    jobs_[job].place = waiting_.size();
    waiting_.push_back(job);
    stale_.insert(state_.race(jobs_[job].experiment));
  }
}

/// Updates the place of a waiting job in ready_.
void SearchPolicy::refresh(JobIndex number) {
  Job& job = jobs_[number];
  if (!job.waits) return;
  std::optional<Order> order;
  if (const auto stint = state_.stint(job.experiment))
    order = {!stint->pruned_at, stint->until ? -int(stint->until->value()) : std::numeric_limits<int>::min(), -job.cost,
             number};
  if (order == job.order) return;
  if (job.order) ready_.erase(*job.order);
  if (order) ready_.insert(*order);
  job.order = order;
}

void SearchPolicy::refresh() {
  for (const RaceIndex race : std::exchange(stale_, {}))
    for (const JobIndex job : of_race_[race]) refresh(job);
}

/// The waiting job with the best prospects among those that may run speculatively.
std::optional<JobIndex> SearchPolicy::at_risk(const std::function<bool(JobIndex)>& fits) const {
  std::optional<JobIndex> best;
  for (const JobIndex number : waiting_) {
    const Job& job = jobs_[number];
    const std::size_t rungs = passed(job);
    if (!state_.leads(job.experiment) || rungs >= state_.rungs(job.experiment) || job.tried == rungs || !fits(number))
      continue;
    if (state_.at_rung(job.experiment) != AtRung::saves) continue;  // it would begin again
    if (!best || std::make_pair(rungs, number) < std::make_pair(passed(jobs_[*best]), *best)) best = number;
  }
  return best;
}

/// Removes the job from the waiting ones.
void SearchPolicy::remove(JobIndex number) {
  Job& job = jobs_[number];
  if (job.order) ready_.erase(*std::exchange(job.order, std::nullopt));
  job.waits = false;
  jobs_[waiting_.back()].place = job.place;
  waiting_[job.place] = waiting_.back();
  waiting_.pop_back();
}

std::optional<JobIndex> SearchPolicy::take(const std::function<bool(JobIndex)>& fits) {
  refresh();
  const auto found =
      std::find_if(ready_.begin(), ready_.end(), [&](const Order& order) { return fits(std::get<3>(order)); });
  std::optional<JobIndex> number;
  if (found != ready_.end()) {
    number = std::get<3>(*found);
    jobs_[*number].stint = *state_.stint(jobs_[*number].experiment);
  } else if (ready_.empty() && !nothing_at_risk_) {
    number = at_risk(fits);
    nothing_at_risk_ = !number;
    if (number) {
      Job& job = jobs_[*number];
      job.tried = passed(job);
      job.stint = {.until = RungIndex(*job.tried), .at_risk = true};
    }
  }
  if (number) remove(*number);
  return number;
}

void SearchPolicy::give_back(JobIndex number) {
  Job& job = jobs_[number];
  job.waits = true;
  job.place = waiting_.size();
  waiting_.push_back(number);
  stale_.insert(state_.race(job.experiment));
  nothing_at_risk_ = false;
}

void SearchPolicy::note(JobIndex number, Outcome outcome, const std::vector<double>& rungs) {
  const ExperimentIndex experiment = jobs_[number].experiment;
  const auto& before = state_.entrant(experiment).rungs;
  if (outcome == Outcome::pending && jobs_[number].stint.runs_on && rungs.size() <= before.size()) return;
  const bool is_anew = rungs.size() < before.size();  // it started again: its results are known
  state_.note(experiment, {outcome, is_anew ? before : rungs});
  stale_.insert(state_.race(experiment));
  spared_.erase(state_.race(experiment));
  nothing_at_risk_ = false;
}

SparedWork SearchPolicy::spared(RaceIndex race) const {
  SparedWork sum;
  for (const JobIndex number : of_race_.at(race)) {
    const Job& job = jobs_[number];
    const double work = std::max(job.done, state_.expected_work(job.experiment));
    const double left_out = job.cost * (1 - work) / (1 - job.done);
    (state_.entrant(job.experiment).outcome == Outcome::pending ? sum.open : sum.ended) += left_out;
  }
  return sum;
}

SparedWork SearchPolicy::spared() const {
  SparedWork sum;
  for (const auto& [race, jobs] : of_race_) {
    auto found = spared_.find(race);
    if (found == spared_.end()) found = spared_.emplace(race, spared(race)).first;
    sum.ended += found->second.ended, sum.open += found->second.open;
  }
  return sum;
}

bool SearchPolicy::pauses(JobIndex number, const Progress&) {
  const Job& job = jobs_[number];
  if (job.stint.runs_on) return state_.is_pruned(job.experiment);
  if (!job.stint.at_risk || job.stint.until->value() < state_.due_rungs(job.experiment)) return false;
  refresh();
  return state_.is_pruned(job.experiment) || !ready_.empty();
}

}  // namespace

std::unique_ptr<SchedulingPolicy> search_policy(const Search& search, const Entrants& entrants,
                                                Indexed<JobIndex, ExperimentIndex> experiments) {
  return std::make_unique<SearchPolicy>(search, entrants, std::move(experiments));
}

}  // namespace icsweep
