#include "io/figures/gnuplot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <tuple>

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

/// A band for a line, bars for points, which are drawn separately (pt -1: no point). Bands that reach the bottom of a
/// logarithmic axis would cover each other; such a line gets about six bars, at different places per series.
std::string interval(const Panel& panel, std::size_t s, const std::string& block) {
  const Series& series = panel.series[s];
  const bool line = series.style == Style::line || series.style == Style::dashed;
  const double bottom = panel.log_y ? ranges_of(panel).y.low : -std::numeric_limits<double>::infinity();
  const bool cut = std::any_of(series.low.begin(), series.low.end(), [&](double low) { return low <= bottom; });
  if (line && !cut)
    return fmt::format("{} using 1:3:4 with filledcurves fs transparent solid 0.18 noborder lc rgb '{}' notitle", block,
                       series.colour);
  const std::size_t step = line ? std::max<std::size_t>(1, series.x.size() / 6) : 1;
  return fmt::format("{} every {}::{} using 1:2:3:4 with yerrorbars pt -1 lw {} lc rgb '{}' notitle", block, step,
                     step * s / panel.series.size(), line ? 0.7 : 1.2, series.colour);
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
  const bool clipped = panel.log_y && panel.kind == PanelKind::curves;
  const double bottom = clipped ? ranges_of(panel).y.low : -std::numeric_limits<double>::infinity();
  const auto bound = [&](const std::vector<double>& values, std::size_t i) {
    return number(i < values.size() ? std::max(values[i], bottom) : std::numeric_limits<double>::quiet_NaN());
  };
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    const auto [x, y, z, low, high] =
        std::tie(panel.series[s].x, panel.series[s].y, panel.series[s].z, panel.series[s].low, panel.series[s].high);
    add_line(text, "$p{}s{} << EOD", p, s);
    for (std::size_t i = 0; i < x.size(); ++i)
      if (panel.kind == PanelKind::space) add_line(text, "{} {} {}", number(x[i]), number(y[i]), number(z[i]));
      else add_line(text, "{} {} {} {}", number(x[i]), number(y[i]), bound(low, i), bound(high, i));
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

std::vector<std::string> plot_elements(const Panel& panel, std::size_t p) {
  if (panel.kind == PanelKind::bars) return bar_elements(panel, p);
  std::vector<std::string> all;
  if (panel.kind == PanelKind::matrix)
    all.push_back(fmt::format("$p{}m using 1:2:3 with image{} notitle", p, panel.x_names.empty() ? "" : " pixels"));
  if (has_cell_texts(panel))
    all.push_back(fmt::format("$p{}m using 1:2:($3==$3?sprintf('%.3g',$3):'') with labels font ',9' notitle", p));
  const auto block = [p](std::size_t s) { return fmt::format("$p{}s{}", p, s); };
  for (std::size_t s = 0; s < panel.series.size(); ++s)
    if (!panel.series[s].low.empty()) all.push_back(interval(panel, s, block(s)));
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
  const std::string colour = fmt::format("lc rgb '{}'", s.colour);
  switch (s.style) {
    case Style::line:
      return "lines lw 1.8 " + colour;
    case Style::guide:
      return "lines lw 0.7 " + colour;
    case Style::dashed:
      return "lines lw 1.6 dt (8,5) " + colour;
    case Style::line_points:
      return "linespoints lw 1.8 pt 7 ps 0.55 " + colour;
    case Style::points:
      return "points pt 7 ps 0.7 " + colour;
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
