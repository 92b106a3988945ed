// Positions of a plot's parts, in pixels from the canvas's upper left corner.
#pragma once

#include <string>
#include <vector>

#include "io/figures/plot.hpp"

namespace icsweep {

/// Approximate width of a character of 10 points, the size of tic names.
inline constexpr double name_character = 6.6;

/// Height in pixels that a matrix's column names take when turned; 0 if they are not turned. Names longer than the
/// width of a column are turned.
double turned_height(const Panel& panel, double width);

struct Box {
  double left, right, top, bottom;
};

/// A grid of panels with room for tics and labels, the legend on the right, and the caption below.
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
  /// The first series with points for each label.
  const std::vector<const Series*>& legend() const { return legend_; }

 private:
  double width_, height_, legend_x_, caption_top_;
  std::vector<Box> panels_;
  std::vector<std::string> caption_;
  std::vector<const Series*> legend_;
};

}  // namespace icsweep
