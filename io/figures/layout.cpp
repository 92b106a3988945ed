#include "io/figures/layout.hpp"

#include <algorithm>
#include <sstream>

#include "io/figures/axis.hpp"
#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

// Space around a panel's drawing area in pixels: tics and labels, title, colour box.
constexpr double left_of_curves = 74, left_of_matrix = 50, above = 34, below = 50, right_of_matrix = 48,
                 right_of_curves = 20;
constexpr double bar_height = 22;  // per bar
constexpr double title_height = 38, caption_line = 14;
// Approximate width of characters of 11, 14 and 9 points.
constexpr double legend_character = 7.2, title_character = 9, caption_character = 5.6;
constexpr double legend_line = 20;

bool holds(const Plot& plot, PanelKind kind) {
  return std::any_of(plot.panels.begin(), plot.panels.end(), [&](const Panel& p) { return p.kind == kind; });
}

/// True if a matrix has column names.
bool has_names(const Plot& plot) {
  return std::any_of(plot.panels.begin(), plot.panels.end(), [](const Panel& p) { return !p.x_names.empty(); });
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
    }
    right = matrices ? right_of_matrix : right_of_curves;
    curves_height = matrices ? 120 : plot.columns > 2 ? 220 : 250;
  }
  double row_height(const Plot& plot, std::size_t first) const {
    double height = 0;
    for (std::size_t i = first; i < std::min(plot.panels.size(), first + std::size_t(plot.columns)); ++i)
      height = std::max(height, panel_height(plot.panels[i]));
    return height;
  }
  double panel_height(const Panel& panel) const {
    if (!panel.x_names.empty()) return std::clamp(30.0 * double(panel.y_names.size()), 120.0, panel_width);
    if (panel.kind == PanelKind::bars) return bar_height * double(panel.y_names.size());
    return panel.kind == PanelKind::curves && panel.extent == 0 ? curves_height : panel_width;
  }
  double panel_width, left, right, curves_height;
};

/// The height of turned names below a row of panels.
double lowest(const Plot& plot, std::size_t first, double width) {
  double height = 0;
  for (std::size_t i = first; i < std::min(plot.panels.size(), first + std::size_t(plot.columns)); ++i)
    height = std::max(height, turned_height(plot.panels[i], width));
  return height;
}

/// Breaks the text at blanks into lines of at most `most` characters; longer words stay whole.
std::vector<std::string> broken(const std::string& text, int most) {
  std::vector<std::string> lines(1);
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.back().empty() && columns_of(lines.back()) + 1 + columns_of(word) > most) lines.push_back("    ");
    else if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
  }
  return lines;
}

}  // namespace

double turned_height(const Panel& panel, double width) {
  int longest = 0;
  for (const auto& name : panel.x_names) longest = std::max(longest, columns_of(printable(name)));
  const double length = longest * name_character;
  return length > width / std::max(1.0, double(panel.x_names.size())) ? 0.7 * length : 0;
}

Layout::Layout(const Plot& plot) {
  int longest = 0;
  for (const auto& panel : plot.panels)
    for (const auto& s : panel.series) {
      const auto same = [&](const Series* other) { return other->label == s.label; };
      if (s.label.empty() || s.x.empty() || std::any_of(legend_.begin(), legend_.end(), same)) continue;
      legend_.push_back(&s);
      longest = std::max(longest, columns_of(printable(s.label)));
    }
  const Sizes sizes(plot);
  double top = title_height;
  for (std::size_t first = 0; first < plot.panels.size(); first += std::size_t(plot.columns)) {
    const double height = sizes.row_height(plot, first);
    for (std::size_t i = first; i < std::min(plot.panels.size(), first + std::size_t(plot.columns)); ++i) {
      const double left = double(i - first) * (sizes.left + sizes.panel_width + sizes.right) + sizes.left;
      panels_.push_back({left, left + sizes.panel_width, top + above, top + above + height});
    }
    top += above + height + below + lowest(plot, first, sizes.panel_width);
  }
  legend_x_ = plot.columns * (sizes.left + sizes.panel_width + sizes.right);
  width_ = std::max({legend_x_ + (legend_.empty() ? 0 : longest * legend_character + 50),
                     columns_of(printable(plot.title)) * title_character + 28, 420.0});
  for (const auto& text : plot.caption)
    for (auto& line : broken(printable(text), int((width_ - 28) / caption_character)))
      caption_.push_back(std::move(line));
  caption_top_ = std::max(top, legend_y() + double(legend_.size()) * legend_line) + 20;
  height_ = caption_top_ + double(caption_.size()) * caption_line;
}

double Layout::caption_y(std::size_t line) const {
  return caption_top_ + (double(line) - 0.3) * caption_line;
}

double Layout::legend_y() const {
  return title_height + above - 6;
}

}  // namespace icsweep
