// Parameters that a sweep file draws at random.
#pragma once

#include "io/sweep_file/sweep.hpp"

namespace icsweep {

/// The seed of one parameter's draws, from its name alone: they do not depend on which other parameters are drawn.
std::int64_t draw_seed(std::int64_t seed, const std::string& name);

/// Appends the sample's draws, then those that were proposed, to the axis's values, in the parameter's type. Draw i
/// depends on the seed, the parameter's name and i alone, so that a larger sample keeps the points of a smaller one.
void draw_values(Axis& axis, const Parameter& parameter, const Sample& sample);

/// Checks that the parameter can have a draw's bounds and choices, which keep their written type. Throws Error(config)
/// "FILE:LINE: …" otherwise.
void check_draw(const Parameter& parameter, const Axis& axis);

}  // namespace icsweep
