// The command line of `icsweep run`.
#pragma once

#include <optional>

#include "engine/commands/commands.hpp"
#include "engine/launch/launch_options.hpp"

namespace icsweep {

struct RunOptions : LaunchOptions {
  bool check = false;  ///< --check: print what has ended and run nothing
};

/// Nothing if --help was given and printed. Throws Error(config).
std::optional<RunOptions> read_run_options(const Command& self, const Arguments& arguments);

}  // namespace icsweep
