// What the command line changes in a sweep file: its scale and single parameters.
#pragma once

#include <string>
#include <vector>

#include "io/sweep_file/sweep_file.hpp"

namespace icsweep {

/// The sweep at one of its scales: each of the scale's axes takes the place of that parameter's values, or of what
/// derives it, in every grid whose task has the parameter, then those of the grid's own scale do. Throws Error(config)
/// for a scale the file does not have, listing those it has.
Sweep at_scale(Sweep sweep, const std::string& scale);

/// The same for "PARAMETER=VALUE", the value written as in a sweep file (a text needs no quotes), and for sample (where
/// there is one), time_limit, retries and keep_weights. Throws Error(config) for what no task of the sweep has.
Sweep with_setting(Sweep sweep, const std::string& assignment);

/// Scales' values suit every task that has the parameter, chosen or not. Throws Error(config) "FILE:LINE: …".
void check_scales(const Sweep& sweep);

}  // namespace icsweep
