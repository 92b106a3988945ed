// Writes a finished figure and reports what it shows.
#pragma once

#include <set>

#include "engine/commands/given_options.hpp"
#include "io/figures/figure.hpp"
#include "io/figures/gnuplot.hpp"

namespace icsweep {

/// A picture's file, and how to draw it.
struct Picture {
  std::string output;  ///< its file
  ImageFormat format = ImageFormat::svg;
  double width = 0;       ///< as in Plot
  std::string command{};  ///< that made it
};

/// Options --output and --width. `by_default`: the file without -o, in words.
std::vector<Option> picture_options(const std::string& by_default);

/// The picture that a command line asks for; `by_default` is the file without -o. Throws Error(config) for an unknown
/// ending or width, or if the file is the store.
Picture picture_of(const GivenOptions& given, const std::string& by_default, const std::string& store,
                   const std::string& command);

/// Draws the plot into the picture's file.
void write_picture(Plot& plot, const Picture& picture);

/// Prints to standard error which experiments of these tasks do not count.
void say_left_out(const SqlDatabase& database, const std::set<std::string>& tasks, Counting counting);

/// Writes the picture, with its command in the metadata. Prints the name of its file, and to standard error the chosen
/// settings and what is missing.
void write_figure(const SqlDatabase& database, const Figure& figure, const Holding& holding, const Picture& picture);

}  // namespace icsweep
