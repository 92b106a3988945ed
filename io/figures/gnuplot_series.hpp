// A panel's series in gnuplot's words.
#pragma once

#include <string>
#include <vector>

#include "io/figures/plot.hpp"

namespace icsweep {

/// The numbers of each series of panel p as data blocks $p0s0 …: x y low high, in space x y z; a matrix is $p0m: column
/// row value. On a logarithmic axis, intervals that reach below zero end at the axis's lower end.
std::string data_blocks(const Panel& panel, std::size_t p);

/// The elements of panel p's plot command, bands first, so that lines lie on them.
std::vector<std::string> plot_elements(const Panel& panel, std::size_t p);

/// "lines lw 2 lc rgb ...": the words after `with`.
std::string look_of(const Series& series);

}  // namespace icsweep
