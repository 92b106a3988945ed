// Simulates a sweep: the machine that decides real launches, with ranks, messages and failures that only take simulated
// time. No MPI and no clock; the same arguments give the same result.
#pragma once

#include <string_view>
#include <vector>

#include "engine/forecast/forecast.hpp"
#include "engine/simulate/simulated_cluster.hpp"
#include "engine/simulate/simulated_search.hpp"

namespace icsweep {

struct Simulation {
  double makespan = 0;       ///< seconds from the first launch to the end
  double tail = 0;           ///< seconds from the first rank without work to the end
  std::size_t finished = 0;  ///< experiments that end within the walltime
  std::size_t launches = 0;
  bool gave_up = false;      ///< too many launches failed in a row, as jobs/launch.sh counts: the rest is left undone
  RankSeconds ranks;         ///< of all ranks; their sum is ranks × makespan
  RankSeconds last_rank;     ///< of the rank that ends the last experiment; their sum is the makespan
  std::size_t last_ran = 0;  ///< the number of experiments that rank ended
  ExperimentIndex last{};    ///< the experiment that ends last
  Indexed<ExperimentIndex, SimulatedTeam> teams{};  ///< the largest

  double efficiency() const { return ranks[Spent::work] / ranks.sum(); }
};

/// Ranks run experiments at the predicted speed and tell rank 0 their progress twice a second. Rank 0 runs some too: it
/// looks for messages after each of its steps, and at once while it has no experiment. A rank's failure ends the
/// launch, and jobs/launch.sh begins another; interrupted experiments go on from their last checkpoints, before all
/// others. search: among the experiments, which are its whole trainings; nothing is known of it yet. nullptr: none.
Simulation simulate(const std::vector<Prediction>& experiments, const Cluster& cluster,
                    SimulatedSearch* search = nullptr);

enum class Limit { work, longest_experiment, number_of_experiments, coordinator, slow_ranks, start, failures };
std::string_view name_of(Limit limit);

/// What bounds the makespan: what the rank that ends last spends most time on. Work of a rank that ran one experiment
/// alone counts as the longest experiment.
Limit limit_of_makespan(const Simulation& simulation);
/// The largest loss over all ranks; work if less than a tenth of all time is lost.
Limit limit_of_efficiency(const Simulation& simulation);

}  // namespace icsweep
