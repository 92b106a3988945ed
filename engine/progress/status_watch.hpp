// Follows a launch from another shell, by its heartbeat.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "io/store/lease.hpp"

namespace icsweep {

class TaskRegistry;

/// Tells from the heartbeats whether a launch still lives. On this host its process must exist; elsewhere its counter
/// must move within 30 s of our clock, since two hosts' clocks may differ.
class LaunchPulse {
 public:
  using Clock = std::chrono::steady_clock;
  enum class State { none, running, gone, killed, silent };  ///< gone: its heartbeat was removed

  State look(const std::optional<Heartbeat>& heartbeat, Clock::time_point now);

 private:
  std::int64_t pid_ = 0, counter_ = -1;
  Clock::time_point moved_;
};

/// The `ending` of a StoreStatus for a launch in this state; `left`: whether experiments are left.
std::string ending_of(LaunchPulse::State state, bool left);

/// Shows the launch on standard output until it ends, then the store's status and the launch's ending; `json`: a
/// StoreStatus as one object a line each second, and one at the end.
void watch_launch(const TaskRegistry& tasks, const std::string& store, bool json);

}  // namespace icsweep
