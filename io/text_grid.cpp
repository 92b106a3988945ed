#include "io/text_grid.hpp"

#include <algorithm>
#include <ostream>

namespace icsweep {
namespace {

/// Characters of a UTF-8 text.
std::size_t width_of(std::string_view text) {
  return std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

void TextGrid::add(std::string_view cell, bool text) {
  const std::size_t column = ends_.size() % widths_.size(), start = cells_.size();
  for (const char c : cell) {
    if (c == '\n') cells_ += "\\n";
    else if (c == '\t') cells_ += "\\t";
    else cells_ += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  }
  ends_.push_back(cells_.size());
  widths_[column] = std::max(widths_[column], width_of(std::string_view(cells_).substr(start)));
  if (text) is_text_[column] = true;
}

std::size_t TextGrid::fitting(std::size_t width) const {
  std::size_t columns = 0, used = 0;
  while (columns < widths_.size() && used + widths_[columns] <= width) used += widths_[columns++] + 2;
  return columns;
}

void TextGrid::print(std::ostream& out, std::size_t columns, std::string_view indent) const {
  std::string line;
  for (std::size_t cell = 0; cell < ends_.size(); ++cell) {
    const std::size_t column = cell % widths_.size(), start = cell ? ends_[cell - 1] : 0;
    if (column < columns) {
      const std::string_view text = std::string_view(cells_).substr(start, ends_[cell] - start);
      const std::string blanks(widths_[column] - width_of(text), ' ');
      line.append(column ? "  " : indent);
      if (is_text_[column]) line.append(text).append(blanks);
      else line.append(blanks).append(text);
    }
    if (column + 1 < widths_.size()) continue;
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
    line.clear();
  }
}

}  // namespace icsweep
