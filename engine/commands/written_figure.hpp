// The end of the commands that draw.
#pragma once

#include <set>

#include "io/figures/figure.hpp"
#include "io/figures/gnuplot.hpp"

namespace icsweep {

/// Prints to standard error which experiments of these tasks do not count.
void say_left_out(const SqlDatabase& database, const std::set<std::string>& tasks, Counting counting);

/// Writes the picture, with the command that made it in its metadata; prints its file's name, and to standard error
/// which settings were chosen and what it lacks.
void write_figure(const SqlDatabase& database, const Figure& figure, const Holding& holding, const std::string& output,
                  ImageFormat format, const std::string& command);

}  // namespace icsweep
