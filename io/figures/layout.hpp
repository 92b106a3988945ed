// Positions of a plot's parts, in pixels from the canvas's upper left corner.
#pragma once

#include <string>
#include <vector>

#include "io/figures/plot.hpp"

namespace icsweep {

/// Approximate width of a character of 10 points, the size of tic names.
inline constexpr double name_character = 6.6;

/// Height and width in pixels that names along x take when turned; 0 if they are not turned. Names longer than the
/// place of each are turned.
double turned_height(const Panel& panel, double width);

struct Box {
  double left, right, top, bottom;
};

/// A grid of panels with room for tics and labels, the legend on the right, and the caption below. If the plot has a
/// width, panels are fitted to it: if they would become too narrow, the legend goes below them, and then rows have
/// fewer panels.
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
  /// The plot's title, broken into lines that fit.
  const std::vector<std::string>& title() const { return title_; }
  double title_y(std::size_t line) const;
  /// The plot's caption, broken into lines that fit.
  const std::vector<std::string>& caption() const { return caption_; }
  double caption_y(std::size_t line) const;
  /// Left end of the bar of the plot's colour scale, beside the first row of panels.
  double colours_x() const { return colours_x_; }
  double legend_x() const { return legend_x_; }
  double legend_y() const { return legend_y_; }
  /// Number of the legend's columns; 1 on the right.
  int legend_columns() const { return legend_columns_; }
  /// The first series with points for each label.
  const std::vector<const Series*>& legend() const { return legend_; }

 private:
  void collect_legend(const Plot& plot);
  void fit_legend(double panels_and_bar, double below_panels, bool is_below);

  double width_ = 0, height_ = 0, legend_x_ = 0, legend_y_ = 0, legend_width_ = 0, colours_x_ = 0, top_ = 0,
         caption_top_ = 0;
  int legend_columns_ = 1;
  std::vector<Box> panels_;
  std::vector<std::string> title_, caption_;
  std::vector<const Series*> legend_;
};

}  // namespace icsweep
