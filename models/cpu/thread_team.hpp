// The only user of OpenMP: parts of a sum on a team of threads.
#pragma once

#include <functional>

namespace icsweep {

/// Whether this build can run on more than one thread: it was compiled with OpenMP.
bool has_threads();

/// What a thread of the team, counted from 0, does.
struct TeamWork {
  std::function<void(int thread)> begin;          ///< once each, before its first part
  std::function<void(int thread, int part)> sum;  ///< at the same time as other threads
  std::function<void(int thread)> add;            ///< behind each of its parts: one at a time, in the order of parts
};

/// Parts 0 … parts − 1; part p is thread p mod `threads`'s. What work throws is thrown when all threads have ended;
/// parts that had not begun by then are left.
void in_team(int threads, int parts, const TeamWork& work);

}  // namespace icsweep
