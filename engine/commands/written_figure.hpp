// Writes a finished figure and reports what it shows.
#pragma once

#include <set>

#include "io/figures/figure.hpp"
#include "io/figures/gnuplot.hpp"

namespace icsweep {

/// Prints to standard error which experiments of these tasks do not count.
void say_left_out(const SqlDatabase& database, const std::set<std::string>& tasks, Counting counting);

/// Writes the picture, with its command in the metadata. Prints the name of its file, and to standard error the chosen
/// settings and what is missing.
void write_figure(const SqlDatabase& database, const Figure& figure, const Holding& holding, const std::string& output,
                  ImageFormat format, const std::string& command);

}  // namespace icsweep
