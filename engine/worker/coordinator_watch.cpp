#include "engine/worker/coordinator_watch.hpp"

#include <algorithm>
#include <chrono>

namespace icsweep {

constexpr double renewals = 3;  // with a shorter limit, a live coordinator could count as silent

CoordinatorWatch::CoordinatorWatch(LeaseWatch lease, double limit)
    : lease_(std::move(lease)),
      limit_(limit > 0 ? std::max(limit, renewals * std::chrono::duration<double>(lease_renewal).count()) : 0) {}

bool CoordinatorWatch::is_silent() {
  if (!(limit_ > 0) || running_seconds_since(looked_) < 1) return false;
  looked_ = RunningClock::now();
  if (std::string counter = lease_.counter(); counter != counter_) {
    counter_ = std::move(counter);
    renewed_ = looked_;
  }
  return running_seconds_since(renewed_) > limit_;
}

}  // namespace icsweep
