// Ranges of axes, and their tics.
#pragma once

#include <string>
#include <vector>

#include "io/figures/plot.hpp"

namespace icsweep {

struct Range {
  double low, high;
};

struct Ranges {
  Range x, y;
};

/// Ranges with room for every value. Intervals may enlarge a range to about twice its size: an interval over two seeds
/// can be a hundred times the spread of the means. A logarithmic axis uses positive values alone. Bars begin at zero;
/// their first place is on top.
Ranges ranges_of(const Panel& panel);

/// Width of a box in a series of boxes, which stand side by side; otherwise 0.
double box_width(const Series& series);

/// gnuplot's list of tics for a logarithmic axis: "('0.01' 0.01, '' 0.02 1, ...)". Over two decades or more the powers
/// of ten have labels, below that also 2 and 5 times them.
std::string log_tics(Range range);

/// gnuplot's list of at most `most` tics for a linear axis, 1, 2 or 5 times a power of ten apart.
std::string even_tics(Range range, int most);

/// Characters of the longest label in a list of tics, about: powers count with their base.
int longest_label(const std::string& tics);

}  // namespace icsweep
