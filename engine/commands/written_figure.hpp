// The end of the commands that draw.
#pragma once

#include "io/figures/figure.hpp"
#include "io/figures/gnuplot.hpp"

namespace icsweep {

/// Writes the picture, with the command that made it in its metadata; prints its file's name, and to standard error
/// which settings were chosen and what it lacks.
void write_figure(const SqlDatabase& database, const Figure& figure, const Holding& holding, const std::string& output,
                  ImageFormat format, const std::string& command);

}  // namespace icsweep
