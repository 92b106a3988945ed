// Ranges and tics of axes.
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

/// Ranges that contain every value, also of single seeds. Intervals enlarge a range to at most about twice its size, so
/// that they do not hide the spread of the means. A logarithmic axis uses only positive values. Bars begin
/// at zero, the first at the top.
Ranges ranges_of(const Panel& panel);

/// Width of a box in a series of boxes, which touch each other; 0 for other series.
double box_width(const Series& series);

/// gnuplot's list of tics for a logarithmic axis: "('0.01' 0.01, '' 0.02 1, ...)". Powers of ten have labels; on less
/// than two decades also 2 and 5 times them.
std::string log_tics(Range range);

/// gnuplot's list of tics for a linear axis: at most `most`, at a distance of 1, 2 or 5 times a power of ten.
std::string even_tics(Range range, int most);

/// Approximate number of characters of the longest label in a list of tics, including the base of powers.
int longest_label(const std::string& tics);

}  // namespace icsweep
