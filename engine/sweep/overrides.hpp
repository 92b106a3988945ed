// Applies the command line's changes to a sweep: its scale and single parameters.
#pragma once

#include <string>
#include <vector>

#include "io/sweep_file/sweep_file.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// The sweep at one of its scales. In every grid whose task has the parameter, an axis of the scale replaces the
/// parameter's values or derivation; the grid's own scale comes after the common one. Throws Error(config) for a scale
/// that the file does not have, listing those it has.
Sweep at_scale(const TaskRegistry& tasks, Sweep sweep, const std::string& scale);

/// The sweep with "PARAMETER=VALUE" applied in the same way; the value is written as in a sweep file (a text needs no
/// quotes). Also sets time_limit, retries, keep_weights, and sample where there is one. Throws Error(config) for a name
/// that no task of the sweep has.
Sweep with_setting(const TaskRegistry& tasks, Sweep sweep, const std::string& assignment);

/// Checks the values of all scales, chosen or not, for every task that has the parameter. Throws Error(config)
/// "FILE:LINE: …".
void check_scales(const TaskRegistry& tasks, const Sweep& sweep);

}  // namespace icsweep
