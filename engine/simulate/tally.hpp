// What ranks of a simulated sweep spend their time on, over all launches.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/simulate/simulated_cluster.hpp"
#include "io/index.hpp"

namespace icsweep {

struct Tally {
  /// Of the ranks that may get an experiment; one more entry stands for each rank that never gets one.
  Indexed<Rank, RankSeconds> spent;
  Indexed<Rank, std::size_t> ended;                 ///< the number of experiments that ended
  std::size_t finished = 0;                         ///< experiments that ended within the walltime
  double first_idle = 0;                            ///< when the first rank of the latest launch found no more work
  double last_end = 0;                              ///< when the last experiment ended
  ExperimentIndex last{};                           ///< the last experiment
  Rank last_rank{};                                 ///< the rank that ended it
  double lent_work = 0, lent_lost = 0;              ///< seconds of idle ranks' processors: gained, and not
  Indexed<ExperimentIndex, SimulatedTeam> teams{};  ///< the largest
};

/// Work that a rank has done.
struct Ran {
  double seconds;  ///< that it took
  double used;     ///< of all processors, its own among them
  double work;     ///< on one thread of a rank that is not slow
  double slow;     ///< factor by which the rank takes longer
};

/// Books the time of work. Time that is neither work nor slowness is coordination.
void book(Tally& tally, Rank rank, const Ran& ran);
/// Books that an experiment has ended at that time.
void book_end(Tally& tally, Rank rank, ExperimentIndex experiment, double time, bool in_time);

}  // namespace icsweep
