#include "io/figures/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "io/base/statistics.hpp"

namespace icsweep {
namespace {

// The largest axis ends with which doubles and gnuplot can still compute.
constexpr double largest = 1e300, least_power = -300, largest_power = 300;
// The smallest width of an axis, relative to its values or in powers of ten. A narrower axis has too few doubles for
// tics, and gnuplot never ends.
constexpr double narrowest = 1e-11;

/// The range of the values that an axis can show, on the axis's own scale; low > high if there are no values.
class Extent {
 public:
  explicit Extent(bool logarithmic) : logarithmic_(logarithmic) {}

  void add(double value) {
    if (!std::isfinite(value) || (logarithmic_ && value <= 0)) return;
    const double v =
        logarithmic_ ? std::clamp(std::log10(value), least_power, largest_power) : std::clamp(value, -largest, largest);
    low_ = std::min(low_, v);
    high_ = std::max(high_, v);
  }
  /// Widens the range towards another one, on each side by at most `share` of the width, or by `least` if that is more.
  void widen(const Extent& other, double share, double least) {
    const double most = std::max(share * (high_ - low_), least);
    if (other.low_ < low_) low_ = std::max(other.low_, low_ - most);
    if (other.high_ > high_) high_ = std::min(other.high_, high_ + most);
  }
  bool empty() const { return low_ > high_; }
  double low() const { return low_; }
  double high() const { return high_; }

  /// The range with a margin. With `zero`, an axis that comes near zero begins there. A margin never crosses zero.
  Range padded(double share, bool zero) const {
    if (empty()) return logarithmic_ ? Range{0.1, 1} : Range{0, 1};
    const double nothing = logarithmic_ ? 0.1 : std::max(std::abs(high_) * 0.1, 1e-300);
    const double least = narrowest * (logarithmic_ ? 1 : std::max(std::abs(low_), std::abs(high_)));
    const double pad = high_ - low_ > least ? share * (high_ - low_) : nothing;
    if (logarithmic_)
      return {std::pow(10, std::max(low_ - pad, least_power)), std::pow(10, std::min(high_ + pad, largest_power))};
    const double low = low_ >= 0 ? std::max(0.0, low_ - pad) : low_ - pad;
    return {zero && low_ >= 0 && low_ < 0.4 * high_ ? 0 : low, high_ + pad};
  }

 private:
  bool logarithmic_;
  double low_ = std::numeric_limits<double>::infinity(), high_ = -low_;
};

Range y_range(const Panel& panel) {
  Extent values(panel.log_y), intervals(panel.log_y);
  for (const auto& s : panel.series) {
    for (const double y : s.y) values.add(y);
    for (const auto& seed : s.seeds)
      for (const double y : seed) values.add(y);
    for (const auto* bounds : {&s.low, &s.high})
      for (const double y : *bounds) intervals.add(y);
    if (s.style == Style::boxes) values.add(0);
  }
  if (!values.empty()) values.widen(intervals, interval_share, panel.log_y ? 0.15 : 0.05 * std::abs(values.high()));
  return values.padded(0.06, true);
}

Range x_range(const Panel& panel) {
  if (!panel.x_names.empty()) return {-0.5, double(panel.x_names.size()) - 0.5};
  Extent extent(panel.log_x);
  for (const auto& s : panel.series)
    for (const double x : s.x)
      for (const double half : {-box_width(s) / 2, box_width(s) / 2}) extent.add(x + half);
  return extent.padded(0.03, panel.x_places.empty());
}

/// Bars begin at zero, and their intervals are shown completely.
Range bars_range(const Panel& panel) {
  Extent extent(false);
  extent.add(0);
  for (const auto& s : panel.series)
    for (const auto* values : {&s.x, &s.low, &s.high})
      for (const double x : *values) extent.add(x);
  return extent.padded(0.03, true);
}

/// Digits with a label on an axis of less than two decades: 1, 2 and 5; more if few of these are in the range.
std::string_view labelled_digits(Range range, double decades) {
  if (decades < 0.6) return "123456789";
  int labels = 0;
  for (int power = int(std::floor(std::log10(range.low))); power <= std::log10(range.high); ++power)
    for (const int m : {1, 2, 5}) {
      const double value = m * std::pow(10, power);
      labels += value >= range.low && value <= range.high;
    }
  return labels < 3 ? "12357" : "125";
}

}  // namespace

double box_width(const Series& s) {
  return s.style == Style::boxes && s.x.size() > 1 ? s.x[1] - s.x[0] : 0;
}

Ranges ranges_of(const Panel& panel) {
  if (panel.extent > 0) return {{-panel.extent, panel.extent}, {-panel.extent, panel.extent}};
  if (panel.kind == PanelKind::bars) return {bars_range(panel), {double(panel.y_names.size()) + 0.5, 0.5}};
  return {x_range(panel), y_range(panel)};
}

std::string log_tics(Range range) {
  const int first = int(std::floor(std::log10(range.low))), last = int(std::ceil(std::log10(range.high)));
  const double decades = std::log10(range.high / range.low);
  const bool powers = decades >= 2;
  const std::string_view digits = powers ? "1" : labelled_digits(range, decades);
  const int every = std::max(1, (last - first + 5) / 6);
  std::string tics;
  for (int power = first; power <= last; ++power)
    for (int m = 1; m <= 9; ++m) {
      const double value = m * std::pow(10, power);
      if (value < range.low * (1 - 1e-9) || value > range.high * (1 + 1e-9)) continue;
      std::string label;
      if (powers && m == 1 && power % every == 0)
        label = std::abs(power) <= 2 ? fmt::format("{:g}", value) : fmt::format("10^{{{}}}", power);
      else if (!powers && digits.find(char('0' + m)) != digits.npos) label = fmt::format("{:g}", value);
      if (powers && every > 1 && m > 1) continue;
      tics += fmt::format("{}'{}' {:.9g}{}", tics.empty() ? "" : ", ", label, value, label.empty() ? " 1" : "");
    }
  return "(" + tics + ")";
}

std::string even_tics(Range range, int most) {
  double step = std::pow(10, std::floor(std::log10((range.high - range.low) / most)));
  for (const double factor : {2.0, 2.5, 2.0})
    if ((range.high - range.low) / step > most) step *= factor;
  const double magnitude = std::max(std::abs(range.low), std::abs(range.high));
  const int digits =
      std::max(6, int(std::ceil(std::log10(magnitude / step))) + 1);  // so that neighbours have different labels
  std::string tics;
  const double first = std::ceil(range.low / step - 1e-9) + 0.0;
  for (int i = 0; i <= most + 1 && (first + i) * step <= range.high + 1e-9 * step; ++i)
    tics += fmt::format("{}'{:.{}g}' {}", tics.empty() ? "" : ", ", (first + i) * step, digits, (first + i) * step);
  return "(" + tics + ")";
}

int longest_label(const std::string& tics) {
  int longest = 0;
  for (std::size_t open = tics.find('\''); open != std::string::npos;) {
    const std::size_t close = tics.find('\'', open + 1);
    int length = 0;
    for (std::size_t i = open + 1; i < close; ++i) length += tics[i] != '^' && tics[i] != '{' && tics[i] != '}';
    longest = std::max(longest, length);
    open = tics.find('\'', close + 1);
  }
  return longest;
}

}  // namespace icsweep
