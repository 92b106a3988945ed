// A worker's look at the coordinator: whether rank 0 stands still.
#pragma once

#include <string>

#include "io/store/lease_watch.hpp"
#include "io/store/running_clock.hpp"

namespace icsweep {

/// A coordinator that lives renews its lease every few seconds, whatever it computes: a thread does that. One that is
/// stopped, or on a host that stands still, does not, and nobody would hear of a result.
class CoordinatorWatch {
 public:
  /// limit: seconds without a renewal after which it is silent, at least three renewals' time; 0: never.
  CoordinatorWatch(LeaseWatch lease, double limit);

  /// Looks once a second at the most; to be asked at each tick and while waiting. Time in which this process stood
  /// still itself does not count.
  bool is_silent();

 private:
  LeaseWatch lease_;
  double limit_;
  std::string counter_;
  RunningClock::time_point looked_ = RunningClock::now(), renewed_ = looked_;
};

}  // namespace icsweep
