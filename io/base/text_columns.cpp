#include "io/base/text_columns.hpp"

#include <locale.h>
#include <wchar.h>

#include <algorithm>
#include <utility>

namespace icsweep {
namespace {

/// Switches this thread to the C library's UTF-8 tables during the object's lifetime, whatever the user's locale. If
/// they are not installed, characters beyond ASCII become '?'.
class Utf8 {
 public:
  Utf8() : before_(uselocale(tables())) {}
  ~Utf8() { uselocale(before_); }
  Utf8(const Utf8&) = delete;
  Utf8& operator=(const Utf8&) = delete;

 private:
  static locale_t tables() {
    static const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    return utf8;
  }
  locale_t before_;
};

struct Glyph {
  std::size_t bytes;  ///< at least 1
  int columns;        ///< negative if it cannot be shown
};

/// True for marks that change the direction of the text around them, which makes a line look different from its
/// content.
bool turns_text(wchar_t c) {
  return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/// The first character of a non-empty text.
Glyph first_glyph(std::string_view text) {
  std::mbstate_t state{};
  wchar_t character = 0;
  const std::size_t bytes = mbrtowc(&character, text.data(), text.size(), &state);
  if (bytes == 0 || bytes > text.size()) return {1, -1};  // NUL, or not UTF-8
  return {bytes, turns_text(character) ? -1 : wcwidth(character)};
}

/// Bytes and columns of the longest prefix that takes at most `columns`.
std::pair<std::size_t, int> fitting(std::string_view text, int columns) {
  const Utf8 tables;
  std::size_t bytes = 0;
  int used = 0;
  while (bytes < text.size()) {
    const Glyph glyph = first_glyph(text.substr(bytes));
    const int width = std::max(0, glyph.columns);
    if (width > columns - used) break;
    bytes += glyph.bytes;
    used += width;
  }
  return {bytes, used};
}

}  // namespace

std::string printable(std::string_view text) {
  const Utf8 tables;
  std::string result;
  while (!text.empty()) {
    const Glyph glyph = first_glyph(text);
    const bool blank = text[0] == ' ' || (text[0] >= '\t' && text[0] <= '\r');
    if (blank) result += ' ';
    else if (glyph.columns < 0) result += '?';
    else result += text.substr(0, glyph.bytes);
    text.remove_prefix(glyph.bytes);
  }
  return result;
}

int columns_of(std::string_view text) {
  return fitting(text, int(text.size())).second;  // a character takes at most one column per byte
}

std::string cut(std::string_view text, int columns) {
  return std::string(text.substr(0, fitting(text, columns).first));
}

std::string cut_within(std::string_view text, int columns) {
  const int all = columns_of(text);
  if (all <= columns) return std::string(text);
  const std::size_t end = fitting(text, all - columns / 2).first;
  return cut(text, columns - columns / 2) + " ... " + std::string(text.substr(end));
}

std::vector<std::string> wrapped(std::string_view text, int columns) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (!lines.back().empty() && columns_of(lines.back()) + 1 + columns_of(word) > columns) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
  }
  return lines;
}

}  // namespace icsweep
