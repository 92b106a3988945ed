// The options that say which sweep: the same for every command that takes a sweep file.
#pragma once

#include <boost/program_options.hpp>

#include "engine/sweep/sweep_source.hpp"

namespace icsweep {

/// The positional option "sweep" and --scale, --set, --only. `sweep` outlives the parsing.
void add_sweep_options(boost::program_options::options_description& options, SweepSource& sweep);

}  // namespace icsweep
