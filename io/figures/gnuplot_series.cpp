#include "io/figures/gnuplot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

#include "io/figures/axis.hpp"
#include "io/figures/plot.hpp"

namespace icsweep {
namespace {

std::string number(double v) {
  return std::isfinite(v) ? fmt::to_string(v) : "NaN";
}

template <class... Args>
void add_line(std::string& text, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Args>(args)...);
  text += '\n';
}

/// A vector from each point to the next.
void add_arrows(const Series& s, const std::string& block, bool space, std::vector<std::string>& all) {
  for (std::size_t i = 0; i + 1 < s.x.size(); ++i) {
    const auto step = [i](const std::vector<double>& v) { return fmt::format("({:.9g})", v[i + 1] - v[i]); };
    all.push_back(fmt::format("{} every ::{}::{} using {}:{}:{}{} with {} notitle", block, i, i,
                              space ? "1:2:3" : "1:2", step(s.x), step(s.y), space ? ":" + step(s.z) : "", look_of(s)));
  }
}

/// A series with more points has a band in place of bars.
constexpr std::size_t most_bars = 16;

bool is_line(const Series& s) {
  return s.style == Style::line || s.style == Style::dashed;
}

double bottom_of(const Panel& panel) {
  return panel.log_y ? ranges_of(panel).y.low : -std::numeric_limits<double>::infinity();
}

/// Bands that reach the bottom of a logarithmic axis would cover each other, so such a series has bars.
bool has_band(const Series& s, double bottom) {
  return (is_line(s) || s.x.size() > most_bars) &&
         std::none_of(s.low.begin(), s.low.end(), [&](double low) { return low <= bottom; });
}

/// Bars from each point to the ends of its interval, with an arrow where the frame cuts them. A line gets about six
/// bars, at different places per series.
void add_bars(const Panel& panel, std::size_t s, const std::string& block, std::vector<std::string>& all) {
  const Series& series = panel.series[s];
  const std::size_t step = is_line(series) ? std::max<std::size_t>(1, series.x.size() / 6) : 1;
  const std::string every = fmt::format("{} every {}::{} using", block, step, step * s / panel.series.size());
  const std::string look = fmt::format("lw {} lc rgb '{}' notitle", is_line(series) ? 0.7 : 1.2, series.colour);
  for (const int end : {3, 4})
    all.push_back(
        fmt::format("{} 1:2:(0):(${}-$2) with vectors head nofilled size character 0.35,90 {}", every, end, look));
  const auto [low, high] = ranges_of(panel).y;
  const auto beyond = [](const std::vector<double>& ends, auto is_beyond) {
    return std::any_of(ends.begin(), ends.end(), is_beyond);
  };
  if (beyond(series.low, [low = low](double v) { return v < low; }) ||
      beyond(series.high, [high = high](double v) { return v > high; }))
    for (const int end : {5, 6})
      all.push_back(
          fmt::format("{} 1:2:(0):(${}-$2) with vectors head filled size character 0.6,20 {}", every, end, look));
}

/// The seeds' values: lines along curves, else dots.
std::string seeds_element(const Series& s, const std::string& block) {
  const bool along = is_line(s) || s.x.size() > most_bars;
  return fmt::format("{}e using 1:2 with {} lc rgb '{}' notitle", block, along ? "lines lw 0.6" : "points pt 7 ps 0.32",
                     paler(s.colour));
}

/// The elements that lie below a series' own line or points.
void add_interval(const Panel& panel, std::size_t s, const std::string& block, std::vector<std::string>& all) {
  const Series& series = panel.series[s];
  if (!series.low.empty() && has_band(series, bottom_of(panel)))
    all.push_back(fmt::format("{} using 1:3:4 with filledcurves fs transparent solid 0.18 noborder lc rgb '{}' notitle",
                              block, series.colour));
  else if (!series.low.empty()) add_bars(panel, s, block, all);
  if (!series.seeds.empty()) all.push_back(seeds_element(series, block));
}

/// The values of each seed as points, with a blank line between seeds.
void add_seed_values(std::string& text, const Series& s) {
  for (const auto& seed : s.seeds) {
    for (std::size_t i = 0; i < seed.size(); ++i) add_line(text, "{} {}", number(s.x[i]), number(seed[i]));
    text += '\n';
  }
}

/// The numbers of a point of a panel of curves: x y low high, and the ends of arrows. Bars that leave the frame have
/// arrows in place of ends; bands end at the bottom of a logarithmic axis.
void add_point(std::string& text, const Series& s, std::size_t i, bool band, Range frame) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const auto at = [i](const std::vector<double>& values) { return i < values.size() ? values[i] : none; };
  const double low = at(s.low), high = at(s.high);
  if (band) return add_line(text, "{} {} {} {}", number(s.x[i]), number(s.y[i]), number(low), number(high));
  const bool under = low<frame.low, over = high> frame.high;
  add_line(text, "{} {} {} {} {} {}", number(s.x[i]), number(s.y[i]), number(under ? none : low),
           number(over ? none : high), number(under ? frame.low : none), number(over ? frame.high : none));
}

/// True if a matrix has few enough cells to print their numbers.
bool has_cell_texts(const Panel& panel) {
  return panel.kind == PanelKind::matrix && !panel.x_names.empty() && panel.matrix.columns <= 6 &&
         panel.matrix.rows <= 14;
}

/// Bars come first, so that their intervals are drawn over them.
std::vector<std::string> bar_elements(const Panel& panel, std::size_t p) {
  std::vector<std::string> all;
  for (std::size_t s = 0; s < panel.series.size(); ++s)
    all.push_back(
        fmt::format("$p{}s{} using (0):2:(0):1:($2-0.36):($2+0.36) with boxxyerror fs solid 0.8 noborder lc "
                    "rgb '{}' notitle",
                    p, s, panel.series[s].colour));
  for (std::size_t s = 0; s < panel.series.size(); ++s)
    if (!panel.series[s].low.empty())
      all.push_back(fmt::format("$p{}s{} using ($3==$3?$1:NaN):2:3:4 with xerrorbars pt -1 lw 1.2 lc rgb '{}' notitle",
                                p, s, black));
  return all;
}

}  // namespace

std::string data_blocks(const Panel& panel, std::size_t p) {
  std::string text;
  const Range frame = panel.kind == PanelKind::curves ? ranges_of(panel).y : Range{};
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    const Series& series = panel.series[s];
    const bool band = panel.kind != PanelKind::curves || has_band(series, bottom_of(panel));
    add_line(text, "$p{}s{} << EOD", p, s);
    for (std::size_t i = 0; i < series.x.size(); ++i)
      if (panel.kind == PanelKind::space)
        add_line(text, "{} {} {}", number(series.x[i]), number(series.y[i]), number(series.z[i]));
      else add_point(text, series, i, band, frame);
    add_line(text, "EOD");
    if (series.seeds.empty()) continue;
    add_line(text, "$p{}s{}e << EOD", p, s);
    add_seed_values(text, series);
    add_line(text, "EOD");
  }
  if (panel.kind != PanelKind::matrix) return text;
  const Matrix& m = panel.matrix;
  add_line(text, "$p{}m << EOD", p);
  for (int i = 0; i < int(m.values.size()); ++i)
    add_line(text, "{} {} {}", i % m.columns + m.first, i / m.columns + m.first, number(m.values[std::size_t(i)]));
  add_line(text, "EOD");
  return text;
}

/// The coloured cells of a matrix. gnuplot draws no image of one row or one column.
std::string cells_of(const Panel& panel, std::size_t p) {
  const Matrix& m = panel.matrix;
  if (m.rows == 1 || m.columns == 1)
    return fmt::format(
        "$p{}m using ($3==$3?$1:NaN):2:($1-0.5):($1+0.5):($2-0.5):($2+0.5):3 with boxxyerror fs solid noborder lc "
        "palette "
        "notitle",
        p);
  return fmt::format("$p{}m using 1:2:3 with image{} notitle", p, panel.x_names.empty() ? "" : " pixels");
}

std::vector<std::string> plot_elements(const Panel& panel, std::size_t p) {
  if (panel.kind == PanelKind::bars) return bar_elements(panel, p);
  std::vector<std::string> all;
  if (panel.kind == PanelKind::matrix) all.push_back(cells_of(panel, p));
  if (has_cell_texts(panel))
    all.push_back(fmt::format("$p{}m using 1:2:($3==$3?sprintf('%.3g',$3):'') with labels font ',9' notitle", p));
  const auto block = [p](std::size_t s) { return fmt::format("$p{}s{}", p, s); };
  for (std::size_t s = 0; s < panel.series.size(); ++s) add_interval(panel, s, block(s), all);
  const bool space = panel.kind == PanelKind::space;
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    const Series& series = panel.series[s];
    if (series.x.empty()) continue;
    if (series.style == Style::arrows) add_arrows(series, block(s), space, all);
    else all.push_back(fmt::format("{} using {} with {} notitle", block(s), space ? "1:2:3" : "1:2", look_of(series)));
  }
  return all;
}

std::string look_of(const Series& s) {
  constexpr std::array points{7, 5, 9, 13, 11, 6, 4};
  constexpr std::array dashes{"", "dt (6,3) ", "dt (2,3) ", "dt (8,3,2,3) "};
  const std::string colour = fmt::format("lc rgb '{}'", s.colour);
  const int point = points[std::size_t(s.marker) % points.size()];
  switch (s.style) {
    case Style::line:
      return fmt::format("lines lw 1.8 {}{}", dashes[std::size_t(s.marker) % dashes.size()], colour);
    case Style::guide:
      return "lines lw 0.7 " + colour;
    case Style::dashed:
      return "lines lw 1.6 dt (8,5) " + colour;
    case Style::line_points:
      return fmt::format("linespoints lw 1.8 pt {} ps {} {}", point, s.marker == 0 ? 0.55 : 0.7, colour);
    case Style::points:
      return fmt::format("points pt {} ps 0.7 {}", point, colour);
    case Style::crosses:
      return "points pt 2 ps 0.8 lw 1.6 " + colour;
    case Style::boxes:
      return "boxes fs solid 0.8 noborder " + colour;
    case Style::arrows:
      return "vectors head filled size screen 0.008,18 lw 2 " + colour;
  }
  return "";
}

}  // namespace icsweep
