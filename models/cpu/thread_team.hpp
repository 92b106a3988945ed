// Sums parts on a team of threads; the only user of OpenMP.
#pragma once

#include <functional>

namespace icsweep {

/// Whether this build can run on more than one thread: it was compiled with OpenMP.
bool has_threads();

/// The work of a thread of the team, counted from 0.
struct TeamWork {
  std::function<void(int thread)> begin;          ///< once, before the thread's first part
  std::function<void(int thread, int part)> sum;  ///< runs at the same time as other threads
  std::function<void(int thread)> add;            ///< after each of its parts: one at a time, in the order of parts
};

/// Works on parts 0 … parts − 1; part p belongs to thread p mod `threads`. An exception of the work is thrown when all
/// threads have ended; parts that had not begun by then are skipped.
void in_team(int threads, int parts, const TeamWork& work);

}  // namespace icsweep
