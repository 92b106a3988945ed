// Draws plots with gnuplot, a program that must be in PATH.
#pragma once

#include <string>

#include "io/figures/plot.hpp"

namespace icsweep {

enum class ImageFormat { svg, pdf, png };

/// The format by a file's ending. Throws Error(config), "fig.gif: ...", for another ending.
ImageFormat image_format(const std::string& path);

/// gnuplot's script: numbers in data blocks, texts in single quotes, in which gnuplot expands nothing.
std::string gnuplot_script(const Plot& plot, ImageFormat format);

/// The picture's bytes. Throws Error(config) if gnuplot is missing, or with its message if it fails.
std::string draw(const Plot& plot, ImageFormat format);

}  // namespace icsweep
