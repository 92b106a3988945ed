// Draws plots with gnuplot, a program that must be in PATH.
#pragma once

#include <string>
#include <vector>

#include "io/figures/plot.hpp"

namespace icsweep {

enum class ImageFormat { svg, pdf, png };

/// The format for a file's ending. Throws Error(config), "fig.gif: ...", for another ending.
ImageFormat image_format(const std::string& path);

/// gnuplot's script. Numbers are in data blocks; texts are in single quotes, where gnuplot expands nothing.
std::string gnuplot_script(const Plot& plot, ImageFormat format);

/// The bytes of the picture. Throws Error(config) if gnuplot is missing, or with its message if it fails.
std::string draw(const Plot& plot, ImageFormat format);

/// The numbers of each series of panel p as data blocks $p0s0 …: x y low high, in space x y z. A matrix is $p0m: column
/// row value. On a logarithmic axis, intervals that extend below zero end at the axis's lower end.
std::string data_blocks(const Panel& panel, std::size_t p);

/// The elements of panel p's plot command. Bands come first, so that lines are drawn over them.
std::vector<std::string> plot_elements(const Panel& panel, std::size_t p);

/// "lines lw 2 lc rgb ...": the words after `with`.
std::string look_of(const Series& series);

/// Writes a title and the command that made the picture into its bytes, as UTF-8. SVG: <title>, which screen readers
/// speak, and <desc>. PNG: Title and Description (iTXt). PDF: Title and Subject in an appended document information.
/// Empty texts are left out. A PDF with compressed cross references stays unchanged.
void add_metadata(std::string& picture, ImageFormat format, const std::string& title, const std::string& command);

}  // namespace icsweep
