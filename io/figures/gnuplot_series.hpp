// A panel's series in gnuplot's words.
#pragma once

#include <string>
#include <vector>

#include "io/figures/plot.hpp"

namespace icsweep {

/// The numbers of each series of panel p as data blocks, $p0s0 … : x y low high, in space x y z; of a matrix $p0m:
/// column row value. What of an interval lies below zero on a logarithmic axis ends where the axis does.
std::string data_blocks(const Panel& panel, std::size_t p);

/// What panel p's plot command draws from these blocks, bands first, so that lines lie on them.
std::vector<std::string> plot_elements(const Panel& panel, std::size_t p);

/// "lines lw 2 lc rgb ...": what follows `with`.
std::string look_of(const Series& series);

}  // namespace icsweep
