// The time that a launch has left, from the work it has done.
#pragma once

#include <deque>

namespace icsweep {

/// Work of a launch so far; costs in any unit.
struct WorkDone {
  double done = 0, left = 0;  ///< cost; experiments in flight count with their done part
  double longest_left = 0;    ///< largest cost left of an experiment in flight, divided by its threads
  double elapsed_s = 0;
  double busy_s = 0;  ///< seconds times threads, summed over experiments in flight
};

/// Cost left divided by the rate, but at least the time that the longest experiment in flight needs on its rank.
/// Negative if unknown. done, elapsed_s and busy_s may be those of a part of the launch.
double seconds_left(const WorkDone& work);

/// The latest part of a launch. A shared machine is slow at times, and the time left follows from its present rate.
class RecentWork {
 public:
  /// Notes the work until now, in order of time. In the result, done, elapsed_s and busy_s are those of the latest part
  /// of at least five minutes and an eighth of all work; until there is such a part, those of the whole launch.
  WorkDone of(const WorkDone& now);

 private:
  std::deque<WorkDone> marks_{{}};  // moments at which work had just been done
};

}  // namespace icsweep
