// Places of a plot's parts, in pixels from the canvas's upper left corner.
#pragma once

#include <string>
#include <vector>

#include "io/figures/plot.hpp"

namespace icsweep {

/// Approximate width of a character of 10 points, in which tics are named.
inline constexpr double name_character = 6.6;

/// Pixels by which the names of a matrix's columns reach lower since they are turned, as they are where they are longer
/// than a column is wide; else 0.
double turned_height(const Panel& panel, double width);

struct Box {
  double left, right, top, bottom;
};

/// Rows and columns of panels with room for tics and labels, the legend to their right, the caption below.
class Layout {
 public:
  explicit Layout(const Plot& plot);

  int width() const { return int(width_); }
  int height() const { return int(height_); }
  /// As shares of the canvas, y from below: gnuplot's screen coordinates.
  double x(double pixels) const { return pixels / width_; }
  double y(double pixels) const { return 1 - pixels / height_; }

  /// The drawing area of a panel, without its tics and labels.
  const Box& panel(std::size_t i) const { return panels_[i]; }
  /// The plot's caption, broken into lines that fit.
  const std::vector<std::string>& caption() const { return caption_; }
  double caption_y(std::size_t line) const;
  double legend_x() const { return legend_x_; }
  double legend_y() const;
  /// The first series with points of each label.
  const std::vector<const Series*>& legend() const { return legend_; }

 private:
  double width_, height_, legend_x_, caption_top_;
  std::vector<Box> panels_;
  std::vector<std::string> caption_;
  std::vector<const Series*> legend_;
};

}  // namespace icsweep
