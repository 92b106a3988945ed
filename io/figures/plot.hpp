// A picture as values: panels of curves, matrices or points in space, and colours. gnuplot.hpp draws it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace icsweep {

/// Drawing styles of a series. Dashed lines are for series that are not models, such as baselines and closed forms;
/// guides are thin lines.
enum class Style { line, dashed, guide, line_points, points, crosses, boxes, arrows };

/// Points, with an interval about y if `low` and `high` are set: a band along curves, bars for single points. A bar
/// that leaves the frame ends in an arrow. NaN is not drawn. Style `arrows` connects each point to the next.
struct Series {
  std::string label{};   ///< in the legend; empty: no entry
  std::string colour{};  ///< "#rrggbb", see colour_of_kind()
  Style style = Style::line_points;
  int marker = 0;                     ///< shape of points, or dashes of lines
  std::vector<double> x{}, y{}, z{};  ///< z only in space
  std::vector<double> low{}, high{};
  std::vector<std::vector<double>> seeds{};  ///< for each seed a y per point, drawn pale: dots, or lines along curves
  std::size_t valueless = 0;                 ///< experiments without a finite y, which are not among the points
};

/// The meaning of colours: distance and side from zero, position between the least and largest value, or the same by
/// logarithm.
enum class Colours { about_zero, ascending, logarithmic };

/// Row-major; NaN is blank. Rows run downwards; rows and columns are numbered from `first`.
struct Matrix {
  int rows = 0, columns = 0, first = 1;
  std::vector<double> values{};
  Colours colours = Colours::about_zero;
};

/// Bars are horizontal: y is the position from the top, x the length, with an interval about x.
enum class PanelKind { curves, matrix, space, bars };

struct Panel {
  PanelKind kind = PanelKind::curves;
  std::string title{}, x_label{}, y_label{};
  bool log_x = false, log_y = false;
  double extent = 0;               ///< both axes run from −extent to extent; 0: derived from the values
  std::vector<double> x_places{};  ///< positions of x tics; empty: automatic
  std::vector<Series> series{};
  Matrix matrix{};
  /// Of a matrix's columns and rows, of bars, and of the places 0, 1, … on the x axis of curves; empty: numbers.
  std::vector<std::string> x_names{}, y_names{};

  /// True if there is nothing to draw.
  bool empty() const;
};

/// The colours of an ordered parameter, as a bar beside the panels.
struct ColourScale {
  std::string label{};
  double low = 0, high = 1;
  bool logarithmic = false;

  std::string colour(double value) const;
};

/// Panels fill rows from the left. The legend contains `keys`, then each label of all panels once.
struct Plot {
  std::string title{};
  std::vector<std::string> caption{};  ///< lines below: settings, seeds, intervals
  std::vector<std::string> notes{};    ///< missing parts of the figure, for the terminal
  std::string command{};               ///< the command that made the plot, for the file's metadata
  int columns = 1;
  std::vector<Panel> panels{};
  std::vector<Series> keys{};            ///< entries of the legend without points in a panel
  std::optional<ColourScale> colours{};  ///< of the series in panels of curves
  double width = 0;  ///< in pixels of 1/96 inch, to which panels and legend are fitted; 0: that of panels and legend
};

/// Removes rows and columns in which all panels are empty. Other empty panels keep their places.
void drop_empty(Plot& plot);

/// Colour of kind 0, 1, … as "#rrggbb", repeated after seven. Colour-blind readers can distinguish them: those of Okabe
/// and Ito, with violet in place of yellow.
inline constexpr std::size_t kinds_of_colours = 7;
std::string colour_of_kind(std::size_t i);

/// Colour of the i-th of n ordered values: viridis, dark to light, without its lightest part, which is hard to see on
/// white paper.
std::string colour_of_rank(std::size_t i, std::size_t n);

/// The same colours for a share in [0, 1], and as a palette of gnuplot.
std::string colour_of_share(double share);
std::string palette();

/// The colour mixed with white.
std::string paler(const std::string& colour);

inline constexpr const char* black = "#000000";
inline constexpr const char* grey = "#777777";
inline constexpr const char* pale_grey = "#d0d0d0";

}  // namespace icsweep
