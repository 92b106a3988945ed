// Gives the processors of ranks that have no work to experiments that still run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace icsweep {

/// How many times faster a batch of `most` equal parts is on `threads` threads than on one, if the share `alone` of a
/// step runs on one thread [Amdahl 1967].
double speedup(int threads, int most, double alone = 0);

/// An experiment in flight.
struct SharedRun {
  int rank;
  double left;  ///< work that is left, in any unit
  int most;     ///< threads that can share its batch

  /// When it ends on so many threads.
  double end(int threads) const { return left / speedup(threads, most); }
};

/// Which ranks run an experiment: all, or as many as there are experiments, spread over ranks with those of a host kept
/// together, so that each has as many neighbours without work as the others. Rank 0 does. hosts: host name by rank.
std::vector<bool> ranks_that_run(const std::vector<std::string>& hosts, std::size_t experiments);

/// Threads of each run on a host with so many processors: one, and each further processor goes to the run that is
/// predicted to end last and gains by it. A run that gains nothing by one more thread, but by several, gets them
/// together.
std::vector<int> host_shares(int processors, const std::vector<SharedRun>& runs);

}  // namespace icsweep
