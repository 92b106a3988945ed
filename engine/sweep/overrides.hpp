// Applies changes of the command line to a sweep: its scale and single parameters.
#pragma once

#include <string>
#include <vector>

#include "io/sweep_file/sweep_file.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// The sweep at one of its scales. In every grid whose task has the parameter, an axis of the scale replaces the values
/// or the derivation of the parameter. The scale of the grid itself applies after the common one. A search
/// of the scale replaces that of the file. Throws Error(config)
/// for an unknown scale, with the list of scales.
Sweep at_scale(const TaskRegistry& tasks, Sweep sweep, const std::string& scale);

/// The sweep with "PARAMETER=VALUE" applied in the same way. The value is written as in a sweep file; a text needs no
/// quotes. Also sets time_limit, retries, keep_weights, resources, and sample where there is one. Throws Error(config)
/// for a name that no task of the sweep has.
Sweep with_setting(const TaskRegistry& tasks, Sweep sweep, const std::string& assignment);

/// Checks the values of all scales, chosen or not, for every task that has the parameter. Throws Error(config)
/// "FILE:LINE: …".
void check_scales(const TaskRegistry& tasks, const Sweep& sweep);

}  // namespace icsweep
