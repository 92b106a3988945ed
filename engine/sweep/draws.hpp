// Parameters that a sweep file draws at random.
#pragma once

#include "io/sweep_file/sweep.hpp"

namespace icsweep {

/// Appends the sample's draws to the axis's values, in the parameter's type. Draw i depends on the seed, the
/// parameter's name and i alone: more points keep those there were.
void draw_values(Axis& axis, const Parameter& parameter, const Sample& sample);

/// The bounds and choices of a draw, which stay in the type they were written in. Throws Error(config) "FILE:LINE: …"
/// for what the parameter cannot have.
void check_draw(const Parameter& parameter, const Axis& axis);

}  // namespace icsweep
