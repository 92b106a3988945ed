// What a picture's file says about itself besides its picture.
#pragma once

#include <string>

#include "io/figures/gnuplot.hpp"

namespace icsweep {

/// Writes a title and the command that made the picture into its bytes, as UTF-8: SVG's <title>, which screen readers
/// speak, and <desc>; PNG's Title and Description (iTXt); Title and Subject of a PDF's document information, which is
/// appended. Empty texts are left out, and so is the information of a PDF whose cross references are compressed.
void add_metadata(std::string& picture, ImageFormat format, const std::string& title, const std::string& command);

}  // namespace icsweep
