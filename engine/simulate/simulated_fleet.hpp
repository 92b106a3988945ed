// A simulated sweep whose jobs come and go, as launches with --join do.
#pragma once

#include <limits>
#include <vector>

#include "engine/simulate/arrivals.hpp"
#include "engine/simulate/simulated_launch.hpp"

namespace icsweep {

/// Jobs beside the one that leads.
struct SimulatedFleet {
  Arrivals& arrivals;
  std::size_t next = 0;  ///< the next job that comes
  std::vector<SimulatedGuest> guests{};
  bool is_leader_killed = false;  ///< when it leaves
};

struct FleetSimulation {
  double makespan = 0;          ///< seconds from the first job to the end of the last experiment, or of the last job
  double rank_seconds = 0;      ///< of all jobs, from their arrival until they leave
  double work = 0;              ///< seconds of experiments at their predicted speed, without repeated steps
  std::size_t jobs = 0;         ///< that came
  std::size_t leaders = 0;      ///< jobs that led, one after the other
  std::size_t killed = 0;       ///< jobs that did not save when they left
  std::size_t experiments = 0;  ///< all
  std::size_t finished = 0;     ///< fewer than all if the last job leaves too early

  double efficiency() const { return rank_seconds > 0 ? work / rank_seconds : 0; }
};

/// The first job leads, and the others help it. A job without work leaves. Others continue the experiments of a job
/// that leaves, from the state that it saves. If the leader leaves, all save, and the earliest of the others leads
/// after 3 s. A job that is killed costs its steps since the last checkpoints, and the time until that is noticed;
/// after a leader that is killed 34 s pass before the next one leads. Ranks of different jobs share no experiment and
/// no processor; of one job, only those of a host share processors. cluster: its ranks, failures and bandwidth are
/// unused.
FleetSimulation simulate_fleet(const std::vector<Prediction>& experiments, Cluster cluster, Arrivals& arrivals,
                               SimulatedSearch* search = nullptr);

}  // namespace icsweep
