#include "io/figures/gnuplot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "io/base/error.hpp"
#include "io/base/exec.hpp"
#include "io/base/process.hpp"

namespace icsweep {
namespace {

/// Runs gnuplot on the script, without the user's start-up file.
ProcessAnswer answer_of_gnuplot(const std::string& script) try {
  Process gnuplot(
      {.file = "gnuplot", .arguments = {"gnuplot", "-d"}, .environment = child_environment(), .input = script});
  return answer_of(gnuplot);
} catch (const CannotStart& e) {
  throw Error(ErrorKind::config, fmt::format("figure: gnuplot, which draws the figures, does not start ({}), install "
                                             "it (Debian and Ubuntu: gnuplot-nox)",
                                             e.reason));
}

/// Removes marks of size zero, which gnuplot puts on error bars. librsvg opens no picture that contains them.
void remove_empty_marks(std::string& svg) {
  std::string kept;
  for (std::size_t begin = 0; begin < svg.size();) {
    const std::size_t end = std::min(svg.find('\n', begin), svg.size() - 1) + 1;
    const std::string line = svg.substr(begin, end - begin);
    if (!line.starts_with("\t<use ") || line.find(" scale(0.00)'") == std::string::npos) kept += line;
    begin = end;
  }
  svg = std::move(kept);
}

}  // namespace

ImageFormat image_format(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".svg") return ImageFormat::svg;
  if (ending == ".pdf") return ImageFormat::pdf;
  if (ending == ".png") return ImageFormat::png;
  throw Error(ErrorKind::config, fmt::format("{}: a figure's file ends in .svg, .pdf or .png", path));
}

std::string draw(const Plot& plot, ImageFormat format) {
  ProcessAnswer answer = answer_of_gnuplot(gnuplot_script(plot, format));
  std::string& picture = answer.output;
  if (!answer.ending.is_success() || picture.empty())
    throw Error(ErrorKind::config, "figure: gnuplot " + with_last_words(answer.ending.text(), answer.errors));
  if (format == ImageFormat::svg) remove_empty_marks(picture);
  add_size(picture, format, plot);
  add_metadata(picture, format, plot.title, plot.command);
  return picture;
}

}  // namespace icsweep
