// The canonical text of a sweep.
#pragma once

#include <string>

#include "io/sweep_file/sweep.hpp"

namespace icsweep {

/// Writes a sweep as a sweep file that needs no other file and no command line: included grids, and the values that a
/// scale or --set has chosen, stand in it as lists and ranges. parse_stored_sweep() reads it back to an equal sweep,
/// without the places, scales and code of the first one. The parameters of a grid's code are written as KEY_NAME.
std::string canonical_text(const Sweep& sweep);

}  // namespace icsweep
