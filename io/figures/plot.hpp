// A picture as values: panels of curves, matrices or points in space. gnuplot.hpp draws it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace icsweep {

/// How a series is drawn. Dashed lines are for series that are no model, such as baselines and closed forms; guides are
/// thin lines.
enum class Style { line, dashed, guide, line_points, points, crosses, boxes, arrows };

/// Points, with an interval about y if `low` and `high` are given: a band for lines, bars for single points. NaN is
/// left out. Arrows run from each point to the next.
struct Series {
  std::string label{};   ///< in the legend; empty: no entry
  std::string colour{};  ///< "#rrggbb", see palette.hpp
  Style style = Style::line_points;
  std::vector<double> x{}, y{}, z{};  ///< z only in space
  std::vector<double> low{}, high{};
  std::size_t valueless = 0;  ///< experiments that are not among the points, since they have no finite y
};

/// What colours tell: how far a value is from zero and on which side, or where it lies between the least and the
/// largest, by its logarithm if that is what the axis shows.
enum class Colours { about_zero, ascending, logarithmic };

/// Row-major; NaN is left blank. Rows run downwards, rows and columns are counted from `first`.
struct Matrix {
  int rows = 0, columns = 0, first = 1;
  std::vector<double> values{};
  Colours colours = Colours::about_zero;
};

/// Bars lie: each has its place from above as y and its length as x, with an interval about x.
enum class PanelKind { curves, matrix, space, bars };

struct Panel {
  PanelKind kind = PanelKind::curves;
  std::string title{}, x_label{}, y_label{};
  bool log_x = false, log_y = false;
  double extent = 0;               ///< both axes run from −extent to extent; 0: by the values
  std::vector<double> x_places{};  ///< places of x's tics; empty: chosen automatically
  std::vector<Series> series{};
  Matrix matrix{};
  std::vector<std::string> x_names{}, y_names{};  ///< of a matrix's columns and rows, of bars; empty: numbers

  /// Whether it has nothing to draw.
  bool empty() const;
};

/// Panels fill rows from the left. The legend holds each label of all panels once.
struct Plot {
  std::string title{};
  std::vector<std::string> caption{};  ///< lines below: settings, seeds, intervals
  std::vector<std::string> notes{};    ///< what the figure lacks, for the terminal
  std::string command{};               ///< what made it, for the file's metadata
  int columns = 1;
  std::vector<Panel> panels{};
};

/// Leaves out rows and columns in which every panel is empty; other empty panels keep their places.
void drop_empty(Plot& plot);

/// "#rrggbb" of kind 0, 1, …; after seven they repeat.
std::string colour_of_kind(std::size_t i);

/// Colour of the i-th of n ordered values, dark to light, without viridis's lightest part, which is hard to see on
/// white paper.
std::string colour_of_rank(std::size_t i, std::size_t n);

inline constexpr const char* black = "#000000";
inline constexpr const char* grey = "#777777";
inline constexpr const char* pale_grey = "#d0d0d0";

}  // namespace icsweep
