#include "io/figures/layout.hpp"

#include <algorithm>
#include <sstream>

#include "io/figures/axis.hpp"
#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

// Space around a panel's drawing area in pixels: tics and labels, title, colour box.
constexpr double left_of_curves = 74, left_of_matrix = 50, above = 34, below = 50, right_of_matrix = 48,
                 above_untitled = 12, right_of_curves = 20;
constexpr double bar_height = 22;     // per bar
constexpr double least_width = 150;   // of a panel that is fitted, if the plot has room for it
constexpr double colours_width = 64;  // of a bar of colours with tics and label
constexpr double title_height = 38, title_line = 18, no_title_height = 10, caption_line = 14;
// Approximate width of characters of 11, 14 and 9 points.
constexpr double legend_character = 7.2, title_character = 9, caption_character = 5.6;
constexpr double legend_line = 20;

bool holds(const Plot& plot, PanelKind kind) {
  return std::any_of(plot.panels.begin(), plot.panels.end(), [&](const Panel& p) { return p.kind == kind; });
}

/// The height above a row of panels, for their titles.
double height_above(const Plot& plot) {
  const bool titled = std::any_of(plot.panels.begin(), plot.panels.end(),
                                  [](const Panel& p) { return !p.title.empty() || p.kind == PanelKind::space; });
  return titled ? above : above_untitled;
}

/// True if a matrix has column names.
bool has_names(const Plot& plot) {
  return std::any_of(plot.panels.begin(), plot.panels.end(),
                     [](const Panel& p) { return p.kind == PanelKind::matrix && !p.x_names.empty(); });
}

/// Characters of the longest label at the panel's side.
int tic_length(const Panel& panel) {
  const Range y = ranges_of(panel).y;
  return longest_label(panel.log_y ? log_tics(y) : even_tics(y, 7));
}

/// Panel widths per column and heights per row, for any kinds of panels.
struct Sizes {
  explicit Sizes(const Plot& plot) {
    const bool matrices = holds(plot, PanelKind::matrix), many = plot.columns > 3;
    panel_width = has_names(plot)                 ? 300
                  : matrices                      ? (many ? 170 : 210)
                  : holds(plot, PanelKind::space) ? 340
                  : plot.columns > 2              ? 270
                                                  : 330;
    left = matrices && !holds(plot, PanelKind::curves) ? left_of_matrix : left_of_curves;
    for (const auto& panel : plot.panels) {
      if (panel.kind == PanelKind::curves && !panel.empty())
        left = std::max(left, 50 + name_character * tic_length(panel));
      for (const auto& name : panel.y_names)
        left = std::max(left, columns_of(printable(name)) * name_character + 20 + (panel.y_label.empty() ? 0 : 34));
      left = std::max(left, turned_height(panel, plot.width > 0 ? least_width : panel_width));  // names run to the left
    }
    right = matrices ? right_of_matrix : right_of_curves;
    curves_height = matrices ? 120 : plot.columns > 2 ? 220 : 250;
  }
  /// Sets the width of a panel, and a height in proportion.
  void fit(double width) {
    panel_width = std::max(width, 40.0);
    curves_height = std::clamp(0.72 * panel_width, 110.0, 360.0);
  }
  double column() const { return left + panel_width + right; }
  double row_height(const Plot& plot, std::size_t first, int columns) const {
    double height = 0;
    for (std::size_t i = first; i < std::min(plot.panels.size(), first + std::size_t(columns)); ++i)
      height = std::max(height, panel_height(plot.panels[i]));
    return height;
  }
  double panel_height(const Panel& panel) const {
    if (panel.kind == PanelKind::matrix && !panel.x_names.empty())
      return std::clamp(30.0 * double(panel.y_names.size()), 120.0, panel_width);
    if (panel.kind == PanelKind::bars) return bar_height * double(panel.y_names.size());
    return panel.kind == PanelKind::curves && panel.extent == 0 ? curves_height : panel_width;
  }
  double panel_width, left, right, curves_height;
};

/// The height of turned names below a row of panels.
double lowest(const Plot& plot, std::size_t first, int columns, double width) {
  double height = 0;
  for (std::size_t i = first; i < std::min(plot.panels.size(), first + std::size_t(columns)); ++i)
    height = std::max(height, turned_height(plot.panels[i], width));
  return height;
}

/// Breaks the text at blanks into lines of at most `most` characters; longer words stay whole. Later lines are
/// indented.
std::vector<std::string> broken(const std::string& text, int most, const char* indent) {
  std::vector<std::string> lines(1);
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.back().empty() && columns_of(lines.back()) + 1 + columns_of(word) > most) lines.push_back(indent);
    else if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
  }
  return lines;
}

/// The arrangement of a plot's panels and legend.
struct Arrangement {
  int columns;
  bool legend_below;
};

/// Fits the panels to the plot's width.
Arrangement fitted(const Plot& plot, double bar, double legend, Sizes& sizes) {
  if (plot.width <= 0) return {plot.columns, false};
  for (int columns = plot.columns;; --columns)
    for (const bool below : {false, true}) {
      const double room = (plot.width - bar - (below ? 0 : legend)) / columns;
      sizes.fit(room - sizes.left - sizes.right);
      if (sizes.panel_width >= least_width || (columns <= 1 && below)) return {columns, below && legend > 0};
    }
}

}  // namespace

double turned_height(const Panel& panel, double width) {
  int longest = 0;
  for (const auto& name : panel.x_names) longest = std::max(longest, columns_of(printable(name)));
  const double length = longest * name_character;
  return length > width / std::max(1.0, double(panel.x_names.size())) ? 0.7 * length : 0;
}

void Layout::collect_legend(const Plot& plot) {
  int longest = 0;
  for (const auto& key : plot.keys) {
    legend_.push_back(&key);
    longest = std::max(longest, columns_of(printable(key.label)));
  }
  for (const auto& panel : plot.panels)
    for (const auto& s : panel.series) {
      const auto same = [&](const Series* other) { return other->label == s.label; };
      if (s.label.empty() || s.x.empty() || std::any_of(legend_.begin(), legend_.end(), same)) continue;
      legend_.push_back(&s);
      longest = std::max(longest, columns_of(printable(s.label)));
    }
  legend_width_ = legend_.empty() ? 0 : longest * legend_character + 50;
}

/// Places the legend and sets where the caption begins.
void Layout::fit_legend(double panels_and_bar, double below_panels, bool is_below) {
  if (is_below) legend_columns_ = std::clamp(int((width_ - 14) / legend_width_), 1, int(legend_.size()));
  legend_x_ = is_below ? 14 : panels_and_bar;
  legend_y_ = is_below ? below_panels + 8 : panels_.empty() ? top_ : panels_[0].top - 6;
  const std::size_t lines = (legend_.size() + std::size_t(legend_columns_) - 1) / std::size_t(legend_columns_);
  caption_top_ = std::max(below_panels, legend_y_ + double(lines) * legend_line) + 20;
}

Layout::Layout(const Plot& plot) {
  collect_legend(plot);
  Sizes sizes(plot);
  const double bar = plot.colours ? colours_width : 0;
  const auto [columns, legend_below] = fitted(plot, bar, legend_width_, sizes);
  colours_x_ = columns * sizes.column() - sizes.right + 12;
  const double panels_and_bar = columns * sizes.column() + bar,
               with_legend = panels_and_bar + (legend_below ? 0 : legend_width_);
  const std::string title = printable(plot.title);
  width_ = plot.width > 0 ? plot.width : std::max({with_legend, columns_of(title) * title_character + 28, 420.0});
  if (!title.empty()) title_ = broken(title, int((width_ - 28) / title_character), "");
  top_ = title_.empty() ? no_title_height : title_height + title_line * double(title_.size() - 1);
  const double over = height_above(plot);
  double top = top_;
  for (std::size_t first = 0; first < plot.panels.size(); first += std::size_t(columns)) {
    const double height = sizes.row_height(plot, first, columns);
    for (std::size_t i = first; i < std::min(plot.panels.size(), first + std::size_t(columns)); ++i) {
      const double left = double(i - first) * sizes.column() + sizes.left;
      panels_.push_back({left, left + sizes.panel_width, top + over, top + over + height});
    }
    top += over + height + below + lowest(plot, first, columns, sizes.panel_width);
  }
  fit_legend(panels_and_bar, top, legend_below);
  for (const auto& text : plot.caption)
    for (auto& line : broken(printable(text), int((width_ - 28) / caption_character), "    "))
      caption_.push_back(std::move(line));
  height_ = caption_top_ + double(caption_.size()) * caption_line;
}

double Layout::title_y(std::size_t line) const {
  return 20 + double(line) * title_line;
}

double Layout::caption_y(std::size_t line) const {
  return caption_top_ + (double(line) - 0.3) * caption_line;
}

}  // namespace icsweep
