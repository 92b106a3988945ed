// The options that choose a sweep, equal for every command that takes a sweep file.
#pragma once

#include <boost/program_options.hpp>

#include "engine/sweep/resolved_sweep.hpp"

namespace icsweep {

/// Adds the positional option "sweep" and --scale, --set, --only, --allow-code. `sweep` must outlive the parsing.
void add_sweep_options(boost::program_options::options_description& options, SweepSource& sweep);

}  // namespace icsweep
