// Parameters that a sweep file draws.
#pragma once

#include "io/sweep_file/sweep.hpp"

namespace icsweep {

/// The seed of one parameter's draws, from its name alone: they do not depend on which other parameters are drawn.
std::int64_t draw_seed(std::int64_t seed, const std::string& name);

/// The value below which the share u of a law lies: its quantile function, u in (0, 1).
Value drawn_at(const Draw& draw, double u);

/// Appends the sample's draws, then those that were proposed, to the values of each axis that is drawn, in its
/// parameter's type. Random draw i depends on the seed, the parameter's name and i alone. Point i of Sobol's sequence
/// depends on the seed and the number and order of the drawn axes too [Joe and Kuo 2008]; the seed shifts its digits.
/// A larger sample keeps the points of a smaller one. Throws Error(config) "FILE:LINE: …" for a draw that its parameter
/// cannot have.
void draw_values(std::vector<Axis>& axes, const Schema& schema, const Sample& sample);
/// One axis that is drawn at random.
void draw_values(Axis& axis, const Parameter& parameter, const Sample& sample);

/// Checks that the parameter can have a draw's bounds and choices, which keep their written type. Throws Error(config)
/// "FILE:LINE: …" otherwise.
void check_draw(const Parameter& parameter, const Axis& axis);

}  // namespace icsweep
