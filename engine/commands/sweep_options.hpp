// Options that choose a sweep, the same for every command with a sweep file.
#pragma once

#include "engine/commands/given_options.hpp"
#include "engine/sweep/resolved_sweep.hpp"

namespace icsweep {

/// Adds the place "sweep" before the command's own places, and --scale, --set, --only and --allow-code before its own
/// options.
OptionTable with_sweep_options(const std::vector<Option>& own);

/// "fig5.h5" of fig5 and of sweeps/fig5.toml.
std::string default_store(const SweepSource& sweep);

/// The sweep that these options choose.
SweepSource sweep_source(const GivenOptions& given);

}  // namespace icsweep
