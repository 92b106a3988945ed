// A worker's watch over rank 0: whether it still lives.
#pragma once

#include <string>

#include "io/store/lease_watch.hpp"
#include "io/store/running_clock.hpp"

namespace icsweep {

/// A living coordinator renews its lease every few seconds, whatever it computes: a thread does it. A coordinator that
/// is stopped, or whose host stands still, does not, and would not receive any result.
class CoordinatorWatch {
 public:
  /// limit: seconds without a renewal after which the coordinator is silent, at least the time of three renewals; 0:
  /// never.
  CoordinatorWatch(LeaseWatch lease, double limit);

  /// Looks at most once a second; call it at each tick and while waiting. Time in which this process itself stood still
  /// does not count.
  bool is_silent();

 private:
  LeaseWatch lease_;
  double limit_;
  std::string counter_;
  RunningClock::time_point looked_ = RunningClock::now(), renewed_ = looked_;
};

}  // namespace icsweep
