// A sweep without its experiments: the real scheduler, driven by ranks, messages and failures that only take time. No
// MPI and no clock; the same arguments give the same result.
#pragma once

#include <string_view>
#include <vector>

#include "engine/forecast/forecast.hpp"
#include "engine/scheduling/simulated_cluster.hpp"

namespace icsweep {

struct Simulation {
  double makespan = 0;       ///< seconds from the first launch to the end
  double tail = 0;           ///< of them after the first rank found no more work
  std::size_t finished = 0;  ///< experiments that end within the walltime
  std::size_t launches = 0;
  bool gave_up = false;      ///< as jobs/launch.sh does: the rest is left undone
  RankSeconds ranks;         ///< of all ranks, sums to ranks × makespan
  RankSeconds last_rank;     ///< of the one that ends the last experiment, sums to the makespan
  std::size_t last_ran = 0;  ///< how many experiments that rank ended
  std::size_t last = 0;      ///< the experiment that ends last

  double efficiency() const { return ranks[Spent::work] / ranks.sum(); }
};

/// Ranks run experiments at the speed that was predicted and tell rank 0 of it twice a second. Rank 0 runs some too,
/// and looks for messages after each of its steps, or at once when it has none to run. When a rank fails, the launch
/// ends and jobs/launch.sh begins another; what ran goes on from its last checkpoint, before all others.
Simulation simulate(const std::vector<Prediction>& experiments, const Cluster& cluster);

enum class Limit { work, longest_experiment, number_of_experiments, coordinator, slow_ranks, start, failures };
std::string_view name_of(Limit limit);

/// What keeps the sweep from ending sooner: what the rank that ends last spends most of its time on. That is the
/// longest experiment if it runs one alone, and work if it runs several.
Limit limit_of_makespan(const Simulation& simulation);
/// What most of the time that is not work is lost to; work if that is less than a tenth of all.
Limit limit_of_efficiency(const Simulation& simulation);

}  // namespace icsweep
