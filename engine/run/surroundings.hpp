// Objects that a command gets from the program that runs it.
#pragma once

#include <string>
#include <vector>

#include "engine/cluster/stop_signal.hpp"
#include "engine/cluster/watchdog.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// Made by main. Code that needs only one of the three takes that one.
struct Surroundings {
  const TaskRegistry& tasks;
  StopFlag& stop;
  Watchdog& watchdog;
  std::vector<std::string> before_command{};  ///< the words before the command: --tasks FILE
};

}  // namespace icsweep
