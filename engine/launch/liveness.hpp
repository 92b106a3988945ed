// Finds ranks that no longer send messages. Reads no clock.
#pragma once

#include <map>
#include <optional>

#include "io/base/index.hpp"

namespace icsweep {

/// Time of each rank's last message, in seconds of any clock.
class LivenessMonitor {
 public:
  /// limit: seconds without a message after which a rank counts as hanging; 0: never.
  explicit LivenessMonitor(double limit = 0) : limit_(limit) {}

  /// A message of the rank arrived; more are expected.
  void heard(Rank rank, double now) { last_[rank] = now; }
  /// No further message of the rank is expected.
  void forget(Rank rank) { last_.erase(rank); }
  /// A rank that hangs, if any. Call it only after all messages that have arrived were handled.
  std::optional<Rank> hanging(double now) const {
    if (!(limit_ > 0)) return std::nullopt;
    for (const auto& [rank, last] : last_)
      if (now - last > limit_) return rank;
    return std::nullopt;
  }

 private:
  double limit_;
  std::map<Rank, double> last_{};
};

}  // namespace icsweep
