#include "tasks/text/sentences.hpp"

#include "tasks/text/pattern.hpp"

namespace icsweep {
namespace {

/// Matches from a character that is not white space to the nearest end of a sentence. Without such an end, matches up
/// to the text's last character that is not white space.
std::string sentence() {
  const std::string opening = R"(["'“‘«(\[{])", closing = R"(["'”’»)\]}])", capital_or_digit = R"([\p{Lu}\p{Nd}])";
  const std::string end = "[.!?]" + closing + R"(*(?=\s+)" + opening + "?" + capital_or_digit + ")";
  return R"((?=\S)(?:.*?)" + end + R"(|.*\S))";
}

std::string_view up_to_second_full_stop(std::string_view text) {
  const std::size_t first = text.find('.');
  const std::size_t second = first == text.npos ? first : text.find('.', first + 1);
  return second == text.npos ? text : text.substr(0, second + 1);
}

}  // namespace

std::vector<std::string_view> sentences(std::string_view text) {
  static const Pattern pattern(sentence());
  auto found = pattern.matches(text);
  for (auto& s : found) s = up_to_second_full_stop(s);
  return found;
}

}  // namespace icsweep
