#include "models/decoder/position_tables.hpp"

#include <cmath>

namespace icsweep {
namespace {

/// Of pair i of `width` numbers at token t.
double position_angle(int t, int i, int width) {
  return t / std::pow(10000.0, 2.0 * i / width);
}

}  // namespace

std::vector<double> sinusoidal_positions(int tokens, int width) {
  std::vector<double> table;
  for (int t = 0; t < tokens; ++t)
    for (int column = 0; column < width; ++column) {
      const double angle = position_angle(t, column / 2, width);
      table.push_back(column % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  return table;
}

std::vector<double> rotary_angles(int tokens, int head_width) {
  std::vector<double> angles;
  for (int t = 0; t < tokens; ++t)
    for (int i = 0; i < head_width / 2; ++i) angles.push_back(position_angle(t, i, head_width));
  return angles;
}

}  // namespace icsweep
