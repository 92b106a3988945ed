// Simulates a sweep with the state machine of real launches; ranks, messages and failures take simulated time. Uses no
// MPI and no clock: equal arguments give equal results.
#pragma once

#include <string_view>
#include <vector>

#include "engine/forecast/forecast.hpp"
#include "engine/simulate/simulated_cluster.hpp"
#include "engine/simulate/simulated_search.hpp"

namespace icsweep {

struct Simulation {
  double makespan = 0;       ///< seconds from the first launch to the end
  double tail = 0;           ///< seconds from the first idle rank to the end
  std::size_t finished = 0;  ///< number of experiments that end within the walltime
  std::size_t launches = 0;
  bool gave_up = false;      ///< too many consecutive launches failed, as jobs/launch.sh counts; the rest is not done
  RankSeconds ranks;         ///< of all ranks; the sum is ranks × makespan
  RankSeconds last_rank;     ///< of the rank that ends the last experiment; the sum is the makespan
  std::size_t last_ran = 0;  ///< number of experiments that this rank ended
  ExperimentIndex last{};    ///< the experiment that ends last
  Indexed<ExperimentIndex, SimulatedTeam> teams{};  ///< the largest of each experiment

  double efficiency() const { return ranks[Spent::work] / ranks.sum(); }
};

/// Ranks run experiments at the predicted speed and report their progress to rank 0 twice per second. Rank 0 runs
/// experiments too: it looks for messages after each of its steps, and at once while it has none. A rank's failure ends
/// the launch, and jobs/launch.sh begins another; interrupted experiments then resume first, from their last
/// checkpoints. experiments: their whole trainings. search: a search among them, without results yet; nullptr: none.
Simulation simulate(const std::vector<Prediction>& experiments, const Cluster& cluster,
                    SimulatedSearch* search = nullptr);

enum class Limit { work, longest_experiment, number_of_experiments, coordinator, slow_ranks, start, failures };
std::string_view name_of(Limit limit);

/// Limit of the makespan: the main use of time of the rank that ends last. Work of a rank that ran a single experiment
/// counts as the longest experiment.
Limit limit_of_makespan(const Simulation& simulation);
/// The largest loss over all ranks; work if less than a tenth of all time is lost.
Limit limit_of_efficiency(const Simulation& simulation);

}  // namespace icsweep
