#include "engine/scheduling/search_policy.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "engine/search/search_state.hpp"

namespace icsweep {
namespace {

class SearchPolicy : public SchedulingPolicy {
 public:
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

SearchPolicy::SearchPolicy(const Search& search, const std::vector<Entrant>& entrants,
                           std::vector<std::size_t> experiments)
    : state_(search, entrants) {
  for (const std::size_t experiment : experiments) {
    of_race_[state_.race(experiment)].push_back(jobs_.size());
    jobs_.push_back({experiment});
  }
}

void SearchPolicy::begin(const std::vector<SchedulerJob>& jobs) {
  waiting_.resize(jobs.size());
  std::iota(waiting_.begin(), waiting_.end(), std::size_t{0});
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    jobs_[job].cost = jobs[job].cost;
    jobs_[job].place = job;
    stale_.insert(state_.race(jobs_[job].experiment));
  }
}

/// Puts a waiting job where it belongs in ready_.
void SearchPolicy::refresh(std::size_t number) {
  Job& job = jobs_[number];
  if (!job.waits) return;
  std::optional<Order> order;
  if (const auto stint = state_.stint(job.experiment))
    order = {!stint->prunes(), stint->until < 0 ? std::numeric_limits<int>::min() : -stint->until, -job.cost, number};
  if (order == job.order) return;
  if (job.order) ready_.erase(*job.order);
  if (order) ready_.insert(*order);
  job.order = order;
}

void SearchPolicy::refresh() {
  for (const std::size_t race : std::exchange(stale_, {}))
    for (const std::size_t job : of_race_[race]) refresh(job);
}

/// The waiting job that has the best prospects among those that may go on undecided.
std::optional<std::size_t> SearchPolicy::at_risk(const std::function<bool(std::size_t)>& fits) const {
  std::optional<std::size_t> best;
  for (const std::size_t number : waiting_) {
    const Job& job = jobs_[number];
    const std::size_t rungs = passed(job);
    if (!state_.leads(job.experiment) || rungs >= state_.rungs(job.experiment) || job.tried == rungs || !fits(number))
      continue;
    if (!best || std::make_pair(rungs, number) < std::make_pair(passed(jobs_[*best]), *best)) best = number;
  }
  return best;
}

/// The job does not wait any more.
void SearchPolicy::remove(std::size_t number) {
  Job& job = jobs_[number];
  if (job.order) ready_.erase(*std::exchange(job.order, std::nullopt));
  job.waits = false;
  jobs_[waiting_.back()].place = job.place;
  waiting_[job.place] = waiting_.back();
  waiting_.pop_back();
}

std::optional<std::size_t> SearchPolicy::take(const std::function<bool(std::size_t)>& fits) {
  refresh();
  const auto found =
      std::find_if(ready_.begin(), ready_.end(), [&](const Order& order) { return fits(std::get<3>(order)); });
  std::optional<std::size_t> number;
  if (found != ready_.end()) {
    number = std::get<3>(*found);
    jobs_[*number].stint = *state_.stint(jobs_[*number].experiment);
  } else if (ready_.empty() && !nothing_at_risk_) {
    number = at_risk(fits);
    nothing_at_risk_ = !number;
    if (number) {
      Job& job = jobs_[*number];
      job.tried = passed(job);
      job.stint = {int(*job.tried), -1, true};
    }
  }
  if (number) remove(*number);
  return number;
}

void SearchPolicy::give_back(std::size_t number) {
  Job& job = jobs_[number];
  job.waits = true;
  job.place = waiting_.size();
  waiting_.push_back(number);
  stale_.insert(state_.race(job.experiment));
  nothing_at_risk_ = false;
}

void SearchPolicy::note(std::size_t number, Outcome outcome, const std::vector<double>& rungs) {
  const std::size_t experiment = jobs_[number].experiment;
  const auto& before = state_.entrant(experiment).rungs;
  const bool is_anew = rungs.size() < before.size();  // it has begun anew: what it will give is known
  state_.note(experiment, {outcome, is_anew ? before : rungs});
  stale_.insert(state_.race(experiment));
  nothing_at_risk_ = false;
}

bool SearchPolicy::pauses(std::size_t number, const Progress&) {
  const Job& job = jobs_[number];
  if (!job.stint.at_risk || job.stint.until < int(state_.due_rungs(job.experiment))) return false;
  refresh();
  return state_.is_pruned(job.experiment) || !ready_.empty();
}

}  // namespace

std::unique_ptr<SchedulingPolicy> search_policy(const Search& search, const std::vector<Entrant>& entrants,
                                                std::vector<std::size_t> experiments) {
  return std::make_unique<SearchPolicy>(search, entrants, std::move(experiments));
}

}  // namespace icsweep
