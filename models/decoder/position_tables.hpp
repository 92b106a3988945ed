// Fixed tables of positions, counted from 0. They have no parameters.
#pragma once

#include <cmath>
#include <vector>

namespace icsweep {

/// Angle of pair i of `width` numbers at token t: t/10000^{2i/width}.
inline double position_angle(int t, int i, int width) {
  return t / std::pow(10000.0, 2.0 * i / width);
}

/// T×D of Vaswani et al. 2017 (§3.5), to be added to tokens: sin(t/10000^{2i/D}) in column 2i, its cosine in 2i + 1.
inline std::vector<double> sinusoidal_positions(int tokens, int width) {
  std::vector<double> table;
  for (int t = 0; t < tokens; ++t)
    for (int column = 0; column < width; ++column) {
      const double angle = position_angle(t, column / 2, width);
      table.push_back(column % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  return table;
}

/// T×W/2 angles t/10000^{2i/W} of rotary positions (Su et al. 2021) for heads W wide.
inline std::vector<double> rotary_angles(int tokens, int head_width) {
  std::vector<double> angles;
  for (int t = 0; t < tokens; ++t)
    for (int i = 0; i < head_width / 2; ++i) angles.push_back(position_angle(t, i, head_width));
  return angles;
}

}  // namespace icsweep
