// The options that choose a sweep, equal for every command that takes a sweep file.
#pragma once

#include "engine/commands/given_options.hpp"
#include "engine/sweep/resolved_sweep.hpp"

namespace icsweep {

/// The place "sweep" before the command's own places; --scale, --set, --only and --allow-code before its own options.
OptionTable with_sweep_options(const std::vector<Option>& own);

/// What these options choose.
SweepSource sweep_source(const GivenOptions& given);

}  // namespace icsweep
