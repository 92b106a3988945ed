// One launch of a simulated sweep: until its experiments have ended, or a rank fails.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "engine/forecast/forecast.hpp"
#include "engine/scheduling/core_allotment.hpp"
#include "engine/scheduling/member_allotment.hpp"
#include "engine/scheduling/scheduler.hpp"
#include "engine/scheduling/simulated_cluster.hpp"

namespace icsweep {

/// What is left of an experiment.
struct Remaining {
  std::size_t experiment;
  Prediction left;
  bool begun = false;  ///< a launch has left a checkpoint of it
  bool ended = false;
};

/// Sums over all launches.
struct Tally {
  /// By rank, for the ranks that may get an experiment; one more entry stands for each rank that never gets one.
  std::vector<RankSeconds> spent;
  std::vector<std::size_t> ended;       ///< by rank, the number of experiments that ended
  std::size_t finished = 0;             ///< experiments that ended within the walltime
  double first_idle = 0;                ///< when the first rank of the latest launch found no more work
  double last_end = 0;                  ///< when the last experiment ended
  std::size_t last = 0;                 ///< the last experiment
  int last_rank = 0;                    ///< the rank that ended it
  double lent_work = 0, lent_lost = 0;  ///< seconds of idle ranks' processors: gained, and not
  std::vector<SimulatedTeam> teams{};   ///< by experiment, the largest
};

class SimulatedLaunch {
 public:
  /// Runs from `begin` until all jobs have ended, at most until `failure`. The referenced arguments must outlive it.
  SimulatedLaunch(const Cluster& cluster, std::vector<Remaining>& jobs, Tally& tally, double begin, double failure);

  /// Returns when the launch ends; `jobs` then holds what is left of each.
  double run();

 private:
  struct Rank {
    double slow = 1;               // factor by which its experiments take longer
    double asked = 0;              // when it asked for its job, or last asked in vain
    double begin = 0;              // when its job began, or when it heard that there is none
    double end = 0;                // when its job ends
    double asks = 0;               // when it will ask for the next one
    double since = 0;              // when its number of threads last changed
    double left = 0;               // seconds of the job on one thread that were left then
    double used = 0;               // seconds of all its processors before then
    int threads = 1;               // on its host
    std::map<int, int> members{};  // threads by other host
    std::size_t host = 0;          // among hosts_
    std::optional<std::size_t> job{};
  };
  using Request = std::pair<double, int>;  // when it was sent, by whom

  double seconds(const Rank& rank, std::size_t job) const;
  double looked_after(double arrival) const;
  void take(int rank, double asked, double heard);
  double alone(const Remaining& job) const { return cluster_.alone.value_or(job.left.alone); }
  double speed(const Rank& rank) const;
  static int processors(const Rank& rank);
  double used(const Rank& rank, double time) const;
  std::size_t host(std::size_t rank) const;
  double left_at(const Rank& rank, double time) const;
  void begin_lending();
  void share_cores(int rank, double now);
  void update_runs(int rank, double now);
  void share_members(double now);
  MemberRun run_of(const Rank& rank, double now) const;
  void set_team(Rank& rank, int threads, const std::map<int, int>& members, double now);
  void ask(Rank& rank, double time);
  void answer(int rank, double sent, double seen);
  void train_until(double time);
  void spend(int rank, double share);
  void complete(int rank);
  void interrupt(int rank);
  void close();

  const Cluster& cluster_;
  std::vector<Remaining>& jobs_;
  Tally& tally_;
  double begin_, open_, failure_, end_ = 0;  // times: start, first requests, failure, end
  Scheduler scheduler_;
  std::vector<Rank> ranks_;
  std::vector<std::vector<std::size_t>> hosts_;  // that have some of ranks_, and which
  std::vector<int> spare_hosts_;                 // processors of the others
  CoreAllotment cores_{{}};
  std::priority_queue<Request, std::vector<Request>, std::greater<>> requests_;
  double answer_seconds_, news_share_;  // news_share: share of rank 0's time spent on the others' progress messages
  Interconnect net_;
  bool can_share_ = false, has_members_ = false;
  double answered_;  // when rank 0 gave its last answer
};

}  // namespace icsweep
