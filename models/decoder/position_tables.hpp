// Fixed tables that tell a token's position, counted from 0. They have no parameters.
#pragma once

#include <vector>

namespace icsweep {

/// T×D of Vaswani et al. 2017 (§3.5), to be added to tokens: sin(t/10000^{2i/D}) in column 2i, its cosine in 2i + 1.
std::vector<double> sinusoidal_positions(int tokens, int width);

/// T×W/2 angles t/10000^{2i/W} of rotary positions (Su et al. 2021) for heads W wide.
std::vector<double> rotary_angles(int tokens, int head_width);

}  // namespace icsweep
