// What the command line of `icsweep run` says.
#pragma once

#include <optional>

#include "engine/commands/commands.hpp"
#include "engine/launch/launch_options.hpp"

namespace icsweep {

struct RunOptions : LaunchOptions {
  bool check = false;  ///< nothing is run: what has ended is told
};

/// Nothing if help was asked for and printed. Throws Error(config).
std::optional<RunOptions> read_run_options(const Command& self, const Arguments& arguments);

}  // namespace icsweep
