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

/// The numbers of each series of panel p as data blocks $p0s0 …: x y low high and the ends of arrows, in space x y z.
/// The values of its seeds are $p0s0e …: x y. A matrix is $p0m: column row value.
std::string data_blocks(const Panel& panel, std::size_t p);

/// The elements of panel p's plot command. Bands come first, so that lines are drawn over them.
std::vector<std::string> plot_elements(const Panel& panel, std::size_t p);

/// "lines lw 2 lc rgb ...": the words after `with`.
std::string look_of(const Series& series);

/// Pixels of a PNG per pixel of the plot: 2, or 300 dots per inch for a plot with a width.
double png_scale(const Plot& plot);

/// The width that a user asks for, in pixels of 1/96 inch: "8.6cm", "3.4in", or a column's, "one-column" (8.6 cm) and
/// "two-column" (17.8 cm). 0 for an empty text. Throws Error(config) for other texts and for widths below 5 cm or above
/// 100 cm.
double picture_width(const std::string& text);

/// Writes the size of a plot that has a width into its bytes: SVG's width and height in cm, PNG's dots per metre.
void add_size(std::string& picture, ImageFormat format, const Plot& plot);

/// Writes a title and the command that made the picture into its bytes, as UTF-8. SVG: <title>, which screen readers
/// speak, and <desc>. PNG: Title and Description (iTXt). PDF: Title and Subject in an appended document information.
/// Empty texts are left out. A PDF with compressed cross references stays unchanged.
void add_metadata(std::string& picture, ImageFormat format, const std::string& title, const std::string& command);

}  // namespace icsweep
