// Parameters that a sweep file draws.
#pragma once

#include "io/sweep_file/sweep.hpp"

namespace icsweep {

/// Seed of the draws of one parameter. It depends on its name alone, not on the other drawn parameters.
std::int64_t draw_seed(std::int64_t seed, const std::string& name);

/// Quantile function of a law: the value below which a share u of it lies, u in (0, 1).
Value drawn_at(const Draw& draw, double u);

/// The integer of an integer law that is nearest to a number.
std::int64_t nearest_integer(const Draw& draw, double number);

/// True if the law can give the value, which has the type of the parameter. A step is met within 1e-9 of it.
bool can_draw(const Draw& draw, const Value& value);

/// Number of values of a law with a step, and the value at a place, counted from 0.
double step_count(const Draw& draw);
Value step_value(const Draw& draw, double place);

/// Appends the draws of the sample, then the proposed values, to the values of each drawn axis, in the type of its
/// parameter. Random draw i depends only on the seed, the name of the parameter and i. Point i of Sobol's sequence
/// depends on the seed and on the number and order of the drawn axes [Joe and Kuo 2008]; the seed shifts its digits. A
/// larger sample keeps the points of a smaller one. Throws Error(config) "FILE:LINE: …" for a draw that its parameter
/// cannot have.
void draw_values(std::vector<Axis>& axes, const Schema& schema, const Sample& sample);
/// Same for one axis that is drawn at random.
void draw_values(Axis& axis, const Parameter& parameter, const Sample& sample);

/// Checks that the parameter can have the bounds and choices of a draw, which keep their written type. Throws
/// Error(config) "FILE:LINE: …" otherwise.
void check_draw(const Parameter& parameter, const Axis& axis);

}  // namespace icsweep
