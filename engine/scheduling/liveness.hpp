// Finds ranks that no longer speak. Reads no clock.
#pragma once

#include <map>
#include <optional>

#include "io/index.hpp"

namespace icsweep {

/// When each rank was last heard of, in seconds of any clock.
class LivenessMonitor {
 public:
  /// limit: seconds without a word after which a rank hangs; 0: never.
  explicit LivenessMonitor(double limit = 0) : limit_(limit) {}

  /// The rank has just been heard of, and is expected to continue.
  void heard(Rank rank, double now) { last_[rank] = now; }
  /// The rank is not expected to speak.
  void forget(Rank rank) { last_.erase(rank); }
  /// A rank that hangs, if any. Ask only after all messages that have arrived were heard.
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
