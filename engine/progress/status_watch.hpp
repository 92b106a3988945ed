// Following a launch from another shell, by its heartbeat.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "io/store/lease.hpp"

namespace icsweep {

/// Whether a launch goes on, from its heartbeats as they are read. The process is looked for where it should be on this
/// host; elsewhere the counter must move within 30 s of our clock, since the clocks of two hosts may differ.
class LaunchPulse {
 public:
  using Clock = std::chrono::steady_clock;
  enum class State { none, running, gone, killed, silent };  ///< none: never seen; gone: took its heartbeat with it

  State look(const std::optional<Heartbeat>& heartbeat, Clock::time_point now);

 private:
  std::int64_t pid_ = 0, counter_ = -1;
  Clock::time_point moved_;
};

/// What `ending` of a Standing says of a launch in this state, whose store has some experiments left or none.
std::string ending_of(LaunchPulse::State state, bool left);

/// Shows the launch on standard output until it ends, then how the store stands and how the launch ended; `json`: a
/// Standing as an object a line each second, and one at the end.
void watch_launch(const std::string& store, bool json);

}  // namespace icsweep
