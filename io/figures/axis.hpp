// Where an axis begins and ends, and where its tics stand.
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

/// Room for every value, and for intervals as far as they do not make it more than about twice as large: an interval
/// over two seeds can be a hundred times the spread of the means. Logarithmic: of the positive values alone.
Ranges ranges_of(const Panel& panel);

/// Of boxes, which stand side by side; of anything else 0.
double box_width(const Series& series);

/// gnuplot's list of tics for a logarithmic axis: "('0.01' 0.01, '' 0.02 1, ...)". Over two decades or more the powers
/// of ten have labels, below that 1, 2 and 5 times them.
std::string log_tics(Range range);

/// The same for an even axis: at most so many, 1, 2 or 5 times a power of ten apart.
std::string even_tics(Range range, int most);

}  // namespace icsweep
