#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "io/figures/axis.hpp"
#include "io/figures/gnuplot.hpp"
#include "io/figures/layout.hpp"
#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

/// In single quotes gnuplot expands neither backticks nor backslashes; quotes are doubled.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : printable(text)) result += c == '\'' ? "''" : std::string(1, c);
  return result + "'";
}

/// The font's size for an axis label: smaller if the label would be longer than its place in pixels.
int label_size(const std::string& label, double place) {
  constexpr double usual = 11, least = 7, character = 5.6;  // pixels of the usual size
  const int length = columns_of(printable(label));
  return int(std::clamp(usual * place / std::max(1.0, character * length), least, usual));
}

constexpr double least_turned_place = 14;  // pixels per line of names

/// Tic labels are formats of their numbers.
std::string as_format(const std::string& text) {
  std::string all;
  for (const char c : text) all.append(c == '%' ? 2 : 1, c);
  return all;
}

/// gnuplot's list of tics with these names at `first`, `first` + 1, …. Shows every second, third … name if `crowding`,
/// the number of names in the space of one, is above 1.
std::string named_tics(const std::vector<std::string>& names, int first = 1, double crowding = 1) {
  std::string tics;
  const auto every = std::size_t(std::max(1.0, std::ceil(crowding)));
  for (std::size_t i = 0; i < names.size(); i += every)
    tics += fmt::format("{}{} {}", i == 0 ? "" : ", ", quoted(as_format(names[i])), int(i) + first);
  return "(" + tics + ")";
}

class Script {
 public:
  Script(const Plot& plot, ImageFormat format) : plot_(plot), layout_(plot) {
    line("set encoding utf8");
    line("set pointintervalbox 0.001");  // otherwise an interval's bar has a gap at its point
    set_terminal(format);
    line("set multiplot");
    line("unset key");
    for (std::size_t i = 0; i < plot.panels.size(); ++i) text_ += data_blocks(plot.panels[i], i);
    for (std::size_t i = 0; i < plot.panels.size(); ++i) add_panel(i);
    if (!layout_.legend().empty()) add_legend();
    line("unset multiplot");
  }
  std::string take() { return std::move(text_); }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_ += '\n';
  }
  void set_terminal(ImageFormat format);
  void add_panel(std::size_t panel);
  void set_texts(std::size_t panel, const Box& box);
  void set_axes(const Panel& panel, const Box& box);
  void set_matrix_tics(const Panel& panel, const Box& box);
  void set_names(const Panel& panel, const Box& box, int first);
  void set_color_box(std::size_t panel);
  void set_colour_scale(const ColourScale& scale);
  void add_legend();

  const Plot& plot_;
  Layout layout_;
  std::string text_;
};

void Script::set_terminal(ImageFormat format) {
  const int w = layout_.width(), h = layout_.height();
  switch (format) {
    case ImageFormat::svg:
      line("set terminal svg size {},{} enhanced font 'Helvetica,12' background rgb 'white'", w, h);
      break;
    case ImageFormat::pdf:  // 96 pixels per inch
      line("set terminal pdfcairo size {:.4f}in,{:.4f}in enhanced font 'Sans,12' fontscale 0.75 background rgb 'white'",
           w / 96.0, h / 96.0);
      break;
    case ImageFormat::png: {
      const double scale = png_scale(plot_);
      line(
          "set terminal pngcairo size {},{} enhanced font 'Sans,12' fontscale {:.4g} linewidth {:.4g} pointscale "
          "{:.4g}",
          std::lround(scale * w), std::lround(scale * h), 0.75 * scale, scale, scale);
    }
  }
}

/// The figure's title and caption belong to the whole canvas and are set with the last panel.
void Script::set_texts(std::size_t p, const Box& box) {
  const Panel& panel = plot_.panels[p];
  const char* plain = "noenhanced";
  line("set title {} {} font ',12' offset 0,{}", quoted(panel.empty() ? "" : panel.title), plain,
       panel.kind == PanelKind::space ? 0.6 : -0.6);
  const auto room = [](double from, double to, double whole) { return std::min(from + to, 2 * whole - from - to); };
  line("set xlabel {} {} font ',{}' offset 0,0.4", quoted(panel.empty() ? "" : panel.x_label), plain,
       label_size(panel.x_label, room(box.left, box.right, layout_.width())));
  line("set ylabel {} {} font ',{}'", quoted(panel.empty() ? "" : panel.y_label), plain,
       label_size(panel.y_label, room(box.top, box.bottom, layout_.height())));
  if (p + 1 < plot_.panels.size()) return;
  for (std::size_t i = 0; i < layout_.title().size(); ++i)
    line("set label {} at screen 0.5,{:.5f} center {} font ',14'", quoted(layout_.title()[i]),
         layout_.y(layout_.title_y(i)), plain);
  for (std::size_t i = 0; i < layout_.caption().size(); ++i)
    line("set label {} at screen {:.5f},{:.5f} left {} font ',9' tc rgb '#555555'", quoted(layout_.caption()[i]),
         layout_.x(14), layout_.y(layout_.caption_y(i)), plain);
}

void Script::set_axes(const Panel& panel, const Box& box) {
  line(
      "unset logscale; set xtics enhanced norotate auto; set ytics enhanced auto; set format '%g'; unset colorbox; "
      "unset cblabel");
  line("set tics out nomirror font ',10'; set border 3 lc rgb '#444444'; unset object 1");
  if (panel.empty()) {  // an empty panel keeps its place
    line("unset tics; unset border; set xrange [0:1]; set yrange [0:1]");
    return;
  }
  if (panel.kind == PanelKind::matrix) {
    const Matrix& m = panel.matrix;
    line("set xrange [{}:{}]; set yrange [{}:{}]", m.first - 0.5, m.columns + m.first - 0.5, m.rows + m.first - 0.5,
         m.first - 0.5);
    line("set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#dddddd' fs solid noborder behind");
    set_matrix_tics(panel, box);
    return;
  }
  if (panel.kind == PanelKind::space) {
    line("set xrange [-1:1]; set yrange [-1:1]; set zrange [-1:1]; set view 68,38,1.4; set view equal xyz; unset tics");
    line("unset border; set xyplane at -1");
    return;
  }
  const auto [x, y] = ranges_of(panel);
  if (panel.kind == PanelKind::bars) {
    line("set xrange [{}:{}]; set yrange [{}:{}]", x.low, x.high, y.low, y.high);
    line("set xtics {}; set ytics noenhanced scale 0 {}", even_tics(x, 7), named_tics(panel.y_names));
    return;
  }
  line("set xrange [{}:{}]; set yrange [{}:{}]", x.low, x.high, y.low, y.high);
  line("set xtics {}; set ytics {}", panel.log_x ? log_tics(x) : even_tics(x, box.right - box.left < 280 ? 5 : 7),
       panel.log_y ? log_tics(y) : even_tics(y, box.bottom - box.top < 150 ? 4 : 7));
  for (const auto& series : panel.series)
    if (box_width(series) > 0) line("set boxwidth {:.9g}", box_width(series));
  if (panel.log_x) line("set logscale x");
  if (panel.log_y) line("set logscale y");
  if (!panel.x_places.empty()) line("set xtics ({:g})", fmt::join(panel.x_places, ", "));
  if (!panel.x_names.empty()) set_names(panel, box, 0);
}

/// Names along x, from `first`. Some are left out so that they do not overlap; long ones are turned.
void Script::set_names(const Panel& panel, const Box& box, int first) {
  const double place = (box.right - box.left) / double(panel.x_names.size());
  const bool turned = turned_height(panel, box.right - box.left) > 0;
  line("set xtics noenhanced scale 0 {} {}", turned ? "rotate by 45 right" : "norotate",
       named_tics(panel.x_names, first, turned ? least_turned_place / place : 1));
}

/// Names of columns and rows, if there are any.
void Script::set_matrix_tics(const Panel& panel, const Box& box) {
  if (panel.x_names.empty()) return;
  set_names(panel, box, panel.matrix.first);
  line("set ytics noenhanced scale 0 {}",
       named_tics(panel.y_names, panel.matrix.first,
                  least_turned_place * double(panel.y_names.size()) / (box.bottom - box.top)));
}

namespace {

/// The least and largest finite values with which gnuplot can compute; for logarithmic colours, the least positive one.
/// 0 and 1 without such values.
Range extent_of(const Matrix& m) {
  constexpr double largest = 1e300;
  const bool logarithmic = m.colours == Colours::logarithmic;
  Range extent{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const double value : m.values) {
    if (!std::isfinite(value) || (logarithmic && value <= 0)) continue;
    const double v = std::clamp(value, logarithmic ? 1 / largest : -largest, largest);
    extent = {std::min(extent.low, v), std::max(extent.high, v)};
  }
  return extent.low <= extent.high ? extent : Range{0, 1};
}

/// Widens the range of nearly equal values, for which a colour box has no tics.
Range widened(Range range) {
  const double magnitude = std::max(std::abs(range.low), std::abs(range.high));
  if (range.high - range.low > 1e-11 * magnitude) return range;
  const double half = magnitude > 0 ? magnitude / 2 : 1;
  return {range.low - half, range.high + half};
}

/// The range of colours about zero. Both ends have the largest absolute value; if all values are well above zero, the
/// range begins at the least one.
Range about_zero(const Matrix& m) {
  const Range extent = extent_of(m);
  double most = std::max(std::abs(extent.low), std::abs(extent.high));
  if (most == 0) most = 1;
  return {extent.low >= 0.1 * most && extent.low < most ? extent.low : -most, most};
}

/// viridis without its darkest part, on which black numbers are unreadable.
constexpr const char* ascending_palette = "0 '#5b7fb5', 0.25 '#3fa1a5', 0.5 '#52bd86', 0.75 '#a3d25a', 1 '#fde74c'";

}  // namespace

/// White is zero for colours about zero.
void Script::set_color_box(std::size_t p) {
  const Matrix& m = plot_.panels[p].matrix;
  const bool zero = m.colours == Colours::about_zero, logarithmic = m.colours == Colours::logarithmic;
  const Range range = widened(zero ? about_zero(m) : extent_of(m));
  const double middle = logarithmic ? std::sqrt(range.low) * std::sqrt(range.high) : (range.low + range.high) / 2;
  line("set palette defined ({})", !zero ? ascending_palette
                                   : range.low < 0
                                       ? "-1 '#2166ac', -0.5 '#67a9cf', 0 '#f7f7f7', 0.5 '#ef8a62', 1 '#b2182b'"
                                       : "0 '#f7f7f7', 0.5 '#ef8a62', 1 '#b2182b'");
  const Box box = layout_.panel(p);
  line("{} logscale cb; set cbrange [{:.9g}:{:.9g}]", logarithmic ? "set" : "unset", range.low, range.high);
  line("set cbtics ('{0:.3g}' {0:.9g}, '{1:.3g}' {1:.9g}, '{2:.3g}' {2:.9g}) scale 0.5 font ',9' offset -0.6,0",
       range.low, middle, range.high);
  line("set colorbox user origin screen {:.5f},{:.5f} size screen {:.5f},{:.5f} noborder", layout_.x(box.right + 6),
       layout_.y(box.bottom), 8.0 / layout_.width(), (box.bottom - box.top) / layout_.height());
}

/// An empty plot with the legend. It covers the canvas, since gnuplot drops entries below the plot's end.
void Script::add_legend() {
  line("set lmargin at screen 0; set rmargin at screen 1; set tmargin at screen 1; set bmargin at screen 0");
  line("unset title; unset xlabel; unset ylabel; unset label; unset object; unset logscale; unset colorbox");
  line("unset tics; unset border; set xrange [0:1]; set yrange [0:1]");
  const int entries = int(layout_.legend().size()), columns = layout_.legend_columns();
  line(
      "set key at screen {:.5f},{:.5f} left top Left reverse noenhanced vertical maxcols {} maxrows {} samplen 2 "
      "spacing 1.25 font ',11'",
      layout_.x(layout_.legend_x()), layout_.y(layout_.legend_y()), columns, (entries + columns - 1) / columns);
  std::string all = "NaN notitle";
  for (const Series* s : layout_.legend())
    all += fmt::format(", \\\n  keyentry with {} title {}", look_of(*s), quoted(s->label));
  line("plot {}", all);
}

void Script::add_panel(std::size_t p) {
  const Panel& panel = plot_.panels[p];
  const Box box = layout_.panel(p);
  line("set lmargin at screen {:.5f}; set rmargin at screen {:.5f}", layout_.x(box.left), layout_.x(box.right));
  line("set tmargin at screen {:.5f}; set bmargin at screen {:.5f}", layout_.y(box.top), layout_.y(box.bottom));
  set_axes(panel, box);
  set_texts(p, box);
  if (panel.kind == PanelKind::matrix) set_color_box(p);
  const bool is_scaled = p == 0 && plot_.colours && panel.kind == PanelKind::curves && !panel.empty();
  if (is_scaled) set_colour_scale(*plot_.colours);
  std::vector<std::string> all = plot_elements(panel, p);
  if (is_scaled) all.push_back("$p0s0 using 1:(NaN):(1) with points palette notitle");  // without it there is no bar
  if (all.empty()) all.push_back("NaN notitle");
  line("{} {}", panel.kind == PanelKind::space ? "splot" : "plot", fmt::join(all, ", \\\n  "));
}

void Script::set_colour_scale(const ColourScale& scale) {
  const Box box = layout_.panel(0);
  const Range range{scale.low, scale.high};
  line("set palette defined ({})", palette());
  line("{} logscale cb; set cbrange [{:.9g}:{:.9g}]", scale.logarithmic ? "set" : "unset", scale.low, scale.high);
  line("set cbtics {} scale 0.5 font ',10' offset -0.6,0", scale.logarithmic ? log_tics(range) : even_tics(range, 6));
  line("set cblabel {} noenhanced font ',11' offset -0.5,0", quoted(scale.label));
  line("set colorbox user origin screen {:.5f},{:.5f} size screen {:.5f},{:.5f} noborder",
       layout_.x(layout_.colours_x()), layout_.y(box.bottom), 10.0 / layout_.width(),
       (box.bottom - box.top) / layout_.height());
}

}  // namespace

std::string gnuplot_script(const Plot& plot, ImageFormat format) {
  return Script(plot, format).take();
}

}  // namespace icsweep
