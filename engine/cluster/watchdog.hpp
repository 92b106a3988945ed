// Finds experiments that no longer tick, and ranks that do not come or go.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "io/store/running_clock.hpp"

namespace icsweep {

/// What the coordinator has heard of the other ranks. It reads no clock.
class LivenessMonitor {
 public:
  using Time = RunningClock::time_point;

  /// Seconds without a word after which a rank hangs; 0: never.
  explicit LivenessMonitor(double limit) : limit_(limit) {}

  /// The rank is expected to speak, and has just been heard of.
  void heard(int rank, Time now) { last_[rank] = now; }
  /// It has taken its leave.
  void forget(int rank) { last_.erase(rank); }
  /// A rank that hangs. To be asked when all messages that have arrived have been heard.
  std::optional<int> hanging(Time now) const;

 private:
  double limit_;
  std::map<int, Time> last_;
};

/// Ends this process with `status` and `line` on standard error if it is not called again within `seconds` (0: never),
/// at most half a second later, while all stood still not counted: for what nobody else watches, the coordinator's own
/// experiment and its waiting for the other ranks. Cheap enough for every tick, for it looks twice a second only;
/// `line` is asked then.
void expect_tick_within(double seconds, int status, const std::function<std::string()>& line);
/// No tick is expected any more.
void expect_no_tick();

}  // namespace icsweep
