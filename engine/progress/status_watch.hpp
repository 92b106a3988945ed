// Follows a launch from another shell, by its heartbeat.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "io/store/lease.hpp"

namespace icsweep {

class TaskRegistry;

/// Finds out from heartbeats if a launch still lives. On this host its process must exist. On another host its counter
/// must move within 30 s of our clock, since the clocks of two hosts may differ.
class LaunchPulse {
 public:
  using Clock = std::chrono::steady_clock;
  enum class State { none, running, gone, killed, silent };  ///< gone: its heartbeat was removed

  State look(const std::optional<Heartbeat>& heartbeat, Clock::time_point now);

 private:
  std::int64_t pid_ = 0, counter_ = -1;
  Clock::time_point moved_;
};

/// The `ending` of a StoreStatus for a launch in this state. left: some experiments are left.
std::string ending_of(LaunchPulse::State state, bool left);

/// Shows the launch on standard output until it ends, then the status of the store and the ending of the launch. json:
/// prints a StoreStatus as one object per line, each second and at the end.
void watch_launch(const TaskRegistry& tasks, const std::string& store, bool json);

}  // namespace icsweep
