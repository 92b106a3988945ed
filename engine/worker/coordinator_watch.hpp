// A worker's watch over rank 0: reports whether it is alive.
#pragma once

#include <string>

#include "io/store/lease_watch.hpp"
#include "io/store/running_clock.hpp"

namespace icsweep {

/// A live coordinator renews its lease every few seconds by a thread, whatever it computes. A coordinator that is
/// stopped or whose host is frozen does not renew it, and would not receive any result.
class CoordinatorWatch {
 public:
  /// limit: seconds without a renewal after which the coordinator counts as silent, at least the time of three
  /// renewals; 0 means never.
  CoordinatorWatch(LeaseWatch lease, double limit);

  /// Reads the lease at most once per second. Call it at each tick and during waits. Time in which this process itself
  /// was frozen does not count.
  bool is_silent();

 private:
  LeaseWatch lease_;
  double limit_;
  std::string counter_;
  RunningClock::time_point looked_ = RunningClock::now(), renewed_ = looked_;
};

}  // namespace icsweep
