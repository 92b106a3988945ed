// Parameters that a sweep file draws at random.
#pragma once

#include "io/sweep_file/sweep.hpp"

namespace icsweep {

/// Appends the sample's draws to the axis's values, in the parameter's type. Draw i depends on the seed, the
/// parameter's name and i alone, so that a larger sample keeps the points of a smaller one.
void draw_values(Axis& axis, const Parameter& parameter, const Sample& sample);

/// Checks that the parameter can have a draw's bounds and choices, which keep their written type. Throws Error(config)
/// "FILE:LINE: …" otherwise.
void check_draw(const Parameter& parameter, const Axis& axis);

}  // namespace icsweep
