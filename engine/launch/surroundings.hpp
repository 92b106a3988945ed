// What a command gets from the program that runs it.
#pragma once

#include <string>
#include <vector>

#include "engine/cluster/stop_signal.hpp"
#include "engine/cluster/watchdog.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// main makes one. Code that needs one of the three takes that one.
struct Surroundings {
  const TaskRegistry& tasks;
  StopFlag& stop;
  Watchdog& watchdog;
  std::vector<std::string> before_command{};  ///< the words typed before it: --tasks FILE
};

}  // namespace icsweep
