// Time of the ranks of a simulated sweep, by use, over all launches.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/simulate/simulated_cluster.hpp"
#include "io/base/index.hpp"

namespace icsweep {

struct Tally {
  /// Of the ranks that may get an experiment. One more entry represents each rank that never gets one.
  Indexed<Rank, RankSeconds> spent;
  Indexed<Rank, std::size_t> ended;                 ///< number of experiments that ended
  std::size_t finished = 0;                         ///< experiments that ended within the walltime
  double first_idle = 0;                            ///< time at which the first rank of the latest launch found no work
  double last_end = 0;                              ///< end of the last experiment
  ExperimentIndex last{};                           ///< the last experiment
  Rank last_rank{};                                 ///< the rank that ended it
  double lent_work = 0, lent_lost = 0;              ///< seconds of lent processors: used, and lost
  Indexed<ExperimentIndex, SimulatedTeam> teams{};  ///< the largest of each experiment
};

/// Work of a rank.
struct Ran {
  double seconds;  ///< of its run
  double used;     ///< of all processors, its own among them
  double work;     ///< on one thread of a rank that is not slow
  double slow;     ///< factor by which the rank takes longer
};

/// Books the time of work. Time that is neither work nor slowness is coordination.
void book(Tally& tally, Rank rank, const Ran& ran);
/// Books the end of an experiment.
void book_end(Tally& tally, Rank rank, ExperimentIndex experiment, double time, bool in_time);

}  // namespace icsweep
