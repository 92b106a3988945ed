// One launch of a simulated sweep: until its experiments have ended, or a rank fails.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "engine/forecast/forecast.hpp"
#include "engine/scheduling/scheduler.hpp"
#include "engine/scheduling/simulated_cluster.hpp"

namespace icsweep {

/// What is left of an experiment.
struct Remaining {
  std::size_t experiment;
  Prediction left;
  bool begun = false;  ///< it has a checkpoint
  bool ended = false;
};

/// What all launches add to.
struct Tally {
  /// Of those ranks that may get an experiment; one more stands for each of those that never do.
  std::vector<RankSeconds> spent;
  std::vector<std::size_t> ended;  ///< by rank, how many experiments
  std::size_t finished = 0;        ///< experiments that ended within the walltime
  double first_idle = 0;           ///< when the first rank found no more work, in the latest launch
  double last_end = 0;             ///< of an experiment
  std::size_t last = 0;            ///< that experiment
  int last_rank = 0;               ///< which ended it
};

class SimulatedLaunch {
 public:
  /// From `begin` until all jobs have ended, or at the latest to `failure`. All of these outlive it.
  SimulatedLaunch(const Cluster& cluster, std::vector<Remaining>& jobs, Tally& tally, double begin, double failure);

  /// When it ends. The jobs are then what is left of them.
  double run();

 private:
  struct Rank {
    double slow = 1;   // how many times as long it takes
    double asked = 0;  // for the job that it has, or that there is not
    double begin = 0;  // of the job, or when it heard that there is none
    double end = 0;    // of the job
    std::optional<std::size_t> job{};
  };
  using Request = std::pair<double, int>;  // when it was sent, by whom

  double seconds(const Rank& rank, std::size_t job) const;
  double looked_after(double arrival) const;
  void take(int rank, double asked, double heard);
  void answer(int rank, double sent, double seen);
  void train_until(double time);
  void spend(int rank, double share);
  void complete(int rank);
  void interrupt(int rank);
  void close();

  const Cluster& cluster_;
  std::vector<Remaining>& jobs_;
  Tally& tally_;
  double begin_, open_, failure_, end_ = 0;  // it begins, its ranks ask for work, it fails, it ends
  Scheduler scheduler_;
  std::vector<Rank> ranks_;
  std::priority_queue<Request, std::vector<Request>, std::greater<>> requests_;
  double answer_seconds_, news_share_;  // news_share: of rank 0's time, for what the others tell of their steps
  double answered_;                     // rank 0's last answer
};

}  // namespace icsweep
