#include "engine/simulate/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/simulate/simulated_launch.hpp"
#include "tasks/random.hpp"

namespace icsweep {
namespace {

// The same values as in jobs/launch.sh.
constexpr int max_crashes = 10;  // consecutive ones without an experiment that ended
constexpr double longest_pause = 60;

double pause_after(int crashes) {
  return std::min(longest_pause, std::exp2(crashes - 1));
}

/// Random seconds until a rank of the launch fails.
double lifetime(const Cluster& cluster, RandomStream& random) {
  return cluster.failures > 0 ? -std::log(random.uniform()) * 3600 / (cluster.failures * cluster.ranks)
                              : std::numeric_limits<double>::infinity();
}

/// Simulates launches one after the other. Returns the end of the last one.
double launch_all(SimulatedSweep& sweep, Simulation& result) {
  const Cluster& cluster = sweep.cluster;
  RandomStream random(cluster.seed, Purpose::sweep, 0);
  double now = 0;
  for (int crashes = 0; !sweep.jobs.empty();) {
    ++result.launches;
    const double failure = now + lifetime(cluster, random);
    now = SimulatedLaunch(sweep, now, failure).run();
    const auto ended = sweep.jobs.erase_if([](const SimulatedJob& job) { return job.ended; });
    if (sweep.jobs.empty()) break;
    crashes = ended > 0 ? 1 : crashes + 1;
    result.gave_up = crashes > max_crashes;
    if (result.gave_up) break;
    now += pause_after(crashes);
    for (auto& spent : sweep.tally.spent) spent[Spent::failures] += pause_after(crashes);
  }
  return now;
}

/// Sums over all ranks; the tally's last entry may represent several.
RankSeconds sum_of(const Tally& tally, int ranks) {
  RankSeconds sum;
  for (const Rank rank : tally.spent.indices()) {
    const int next = rank.value() + 1;
    const double count = std::size_t(next) < tally.spent.size() ? 1 : double(ranks - rank.value());
    for (std::size_t on = 0; on < spent_count; ++on) sum.seconds[on] += count * tally.spent[rank].seconds[on];
  }
  return sum;
}

/// Books the time of lent processors as work or as lost to sharing.
void book_lent(const Tally& tally, RankSeconds& sum) {
  double lent = tally.lent_work + tally.lent_lost;
  for (const Spent idle : {Spent::end, Spent::none}) {
    const double part = std::min(lent, sum[idle]);
    sum[idle] -= part;
    lent -= part;
  }
  sum[Spent::work] += tally.lent_work;
  sum[Spent::sharing] += tally.lent_lost;
}

/// The limit that corresponds to a use of time; `idle` for idle ranks.
Limit limit_of(Spent on, Limit idle) {
  switch (on) {
    case Spent::work:
      return Limit::work;
    case Spent::slow_ranks:
      return Limit::slow_ranks;
    case Spent::coordination:
      return Limit::coordinator;
    case Spent::start:
      return Limit::start;
    case Spent::failures:
      return Limit::failures;
    case Spent::sharing:
    case Spent::end:
    case Spent::none:
      break;
  }
  return idle;
}

Spent largest(const RankSeconds& time) {
  return Spent(std::max_element(time.seconds.begin(), time.seconds.end()) - time.seconds.begin());
}

}  // namespace

Simulation simulate(const std::vector<Prediction>& experiments, const Cluster& cluster, SimulatedSearch* search) {
  SimulatedSweep sweep{cluster, search};
  for (std::size_t i = 0; i < experiments.size(); ++i) sweep.jobs.push_back({ExperimentIndex(i), experiments[i]});
  const std::size_t ranks = std::min(std::size_t(cluster.ranks), experiments.size() + 1);
  Tally& tally = sweep.tally;
  tally = {.spent = Indexed<Rank, RankSeconds>(ranks), .ended = Indexed<Rank, std::size_t>(ranks)};
  tally.teams.resize(experiments.size());
  Simulation result;
  result.makespan = launch_all(sweep, result);
  result.tail = result.makespan - tally.first_idle;
  result.finished = tally.finished;
  result.ranks = sum_of(tally, cluster.ranks);
  book_lent(tally, result.ranks);
  result.last_rank = tally.spent[tally.last_rank];
  result.last_ran = tally.ended[tally.last_rank];
  result.last = tally.last;
  result.teams = std::move(tally.teams);
  return result;
}

std::string_view name_of(Spent on) {
  static constexpr std::array<std::string_view, spent_count> names{"work",     "slow_ranks", "coordination", "start",
                                                                   "failures", "sharing",    "end",          "none"};
  return names[std::size_t(on)];
}

std::string_view name_of(Limit limit) {
  static constexpr std::array<std::string_view, 7> names{
      "work", "longest experiment", "number of experiments", "coordinator", "slow ranks", "start", "failures"};
  return names[std::size_t(limit)];
}

Limit limit_of_makespan(const Simulation& s) {
  if (s.gave_up) return Limit::failures;
  const Limit limit = limit_of(largest(s.last_rank), Limit::number_of_experiments);
  return limit == Limit::work && s.last_ran == 1 ? Limit::longest_experiment : limit;
}

Limit limit_of_efficiency(const Simulation& s) {
  constexpr double little = 0.1;
  if (s.efficiency() > 1 - little) return Limit::work;
  RankSeconds lost = s.ranks;
  lost[Spent::work] = 0;
  const bool alone = s.last_ran == 1 && lost[Spent::end] > lost[Spent::none];
  lost[Spent::end] += lost[Spent::none];
  return limit_of(largest(lost), alone ? Limit::longest_experiment : Limit::number_of_experiments);
}

}  // namespace icsweep
