// What ranks of a simulated sweep spend their time on, over all launches.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/simulate/simulated_cluster.hpp"

namespace icsweep {

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

/// Work that a rank has done.
struct Ran {
  double seconds;  ///< that it took
  double used;     ///< of all processors, its own among them
  double work;     ///< on one thread of a rank that is not slow
  double slow;     ///< factor by which the rank takes longer
};

/// Books the time of work. Time that is neither work nor slowness is coordination.
void book(Tally& tally, int rank, const Ran& ran);
/// Books that an experiment has ended at that time.
void book_end(Tally& tally, int rank, std::size_t experiment, double time, bool in_time);

}  // namespace icsweep
