#include "io/parsed_number.hpp"

#include <charconv>
#include <cstdlib>
#include <string>

namespace icsweep {

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

}  // namespace icsweep
