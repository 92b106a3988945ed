#include "io/schema/identity_map.hpp"

#include <array>
#include <optional>
#include <tuple>

#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

/// The value of each hexadecimal digit, 16 for other characters.
constexpr std::array<std::uint8_t, 256> digit_values = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(16);
  for (int i = 0; i < 16; ++i) values[static_cast<unsigned char>("0123456789abcdef"[i])] = std::uint8_t(i);
  return values;
}();

/// The number of 16 digits, if all of them are digits.
std::optional<std::uint64_t> hash_digits(std::string_view text) {
  std::uint64_t number = 0;
  unsigned wrong = 0;
  for (const char c : text) {
    const unsigned value = digit_values[static_cast<unsigned char>(c)];
    wrong |= value;
    number = number << 4 | (value & 15);
  }
  return wrong < 16 ? std::optional(number) : std::nullopt;
}

}  // namespace

Identity::Identity(std::string_view text) {
  const auto high = text.size() == 32 ? hash_digits(text.substr(0, 16)) : std::nullopt;
  const auto low = high ? hash_digits(text.substr(16)) : std::nullopt;
  if (low) high_ = *high, low_ = *low;
  else *this = of_content(text);
}

Identity Identity::of_content(std::string_view content) {
  Identity identity;
  std::tie(identity.high_, identity.low_) = content_bits(content);
  return identity;
}

std::string Identity::text() const {
  return hash_text(high_, low_);
}

}  // namespace icsweep
