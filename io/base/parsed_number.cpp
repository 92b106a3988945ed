#include "io/base/parsed_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace icsweep {
namespace {

constexpr double minute = 60, hour = 60 * minute, day = 24 * hour;
constexpr struct {
  char letter;
  double seconds;
} units[] = {{'d', day}, {'h', hour}, {'m', minute}, {'s', 1}};

/// Removes an unsigned number from the beginning of the text and returns it. Without a number, returns nothing and
/// leaves the text unchanged.
std::optional<double> take_number(std::string_view& text) {
  double number = 0;
  if (text.empty() || !(text[0] == '.' || (text[0] >= '0' && text[0] <= '9'))) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(std::size_t(end - text.data()));
  return number;
}

/// Seconds of "1h30m". Nothing if a unit is missing, unknown, or follows a smaller one.
std::optional<double> with_units(std::string_view text) {
  if (text.empty()) return std::nullopt;
  double seconds = 0;
  auto unit = std::begin(units);
  while (!text.empty()) {
    const auto number = take_number(text);
    if (!number || text.empty()) return std::nullopt;
    while (unit != std::end(units) && unit->letter != text[0]) ++unit;
    if (unit == std::end(units)) return std::nullopt;
    seconds += *number * (unit++)->seconds;
    text.remove_prefix(1);
  }
  return seconds;
}

/// Seconds of "D-HH:MM:SS" and its shorter forms. With days, the first part after them is hours; without days, the last
/// part is seconds.
std::optional<double> with_colons(std::string_view text) {
  const auto dash = text.find('-');
  double seconds = 0;
  if (dash != text.npos) {
    std::string_view days = text.substr(0, dash);
    const auto number = take_number(days);
    if (!number || !days.empty()) return std::nullopt;
    seconds = *number * day;
    text.remove_prefix(dash + 1);
  }
  std::vector<double> parts;
  while (const auto number = take_number(text)) {
    parts.push_back(*number);
    if (text.empty()) break;
    if (text[0] != ':') return std::nullopt;
    text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
  }
  if (!text.empty() || parts.empty() || parts.size() > 3) return std::nullopt;
  double unit = dash != text.npos || parts.size() == 3 ? hour : minute;
  for (const double part : parts) seconds += part * unit, unit /= 60;
  return seconds;
}

constexpr struct {
  std::string_view name;
  double bytes;
} sizes[] = {{"TB", 1e12},    {"TiB", 0x1p40}, {"GB", 1e9},     {"GiB", 0x1p30}, {"MB", 1e6},
             {"MiB", 0x1p20}, {"kB", 1e3},     {"KiB", 0x1p10}, {"B", 1}};

bool is_same(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<double> real_number(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::invalid_argument || end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc{}) return number;
  return std::strtod(std::string(text).c_str(), nullptr);  // too large or too small for from_chars
}

std::optional<double> parse_duration(std::string_view text) {
  std::string_view rest = text;
  std::optional<double> seconds = take_number(rest);
  if (!seconds || !rest.empty()) seconds = text.find_first_of(":-") == text.npos ? with_units(text) : with_colons(text);
  return seconds && std::isfinite(*seconds) ? seconds : std::nullopt;
}

std::optional<double> parse_bytes(std::string_view text) {
  const auto number = take_number(text);
  if (number && text.starts_with(' ')) text.remove_prefix(1);
  for (const auto& [name, bytes] : sizes)
    if (number && is_same(text, name) && std::isfinite(*number * bytes)) return *number * bytes;
  return std::nullopt;
}

std::string size_text(double bytes) {
  return bytes < 1e6   ? fmt::format("{:.0f} kB", std::ceil(bytes / 1e3))
         : bytes < 1e9 ? fmt::format("{:.1f} MB", bytes / 1e6)
                       : fmt::format("{:.1f} GB", bytes / 1e9);
}

std::string bytes_text(double bytes) {
  std::string shortest;
  for (const auto& [name, size] : sizes)
    if (std::string text = fmt::format("{}{}", bytes / size, name);
        (shortest.empty() || text.size() < shortest.size()) && parse_bytes(text) == bytes)
      shortest = text;
  return shortest.empty() ? fmt::format("{}B", bytes) : shortest;
}

}  // namespace icsweep
