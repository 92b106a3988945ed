#include "io/query/text_grid.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <ostream>

#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

/// Number of characters of a UTF-8 text.
std::size_t width_of(std::string_view text) {
  return std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

/// The cell on one line, without characters that control the terminal.
std::string one_line(std::string_view cell) {
  std::string line;
  for (const char c : cell) {
    if (c == '\n') line += "\\n";
    else if (c == '\t') line += "\\t";
    else line += c;
  }
  return printable(line);
}

}  // namespace

void TextGrid::add(std::string_view cell, bool text) {
  const std::size_t column = ends_.size() % widths_.size(), start = cells_.size();
  if (std::all_of(cell.begin(), cell.end(), [](char c) { return c >= ' ' && c < 0x7f; })) cells_ += cell;
  else cells_ += one_line(cell);
  ends_.push_back(cells_.size());
  widths_[column] = std::max(widths_[column], width_of(std::string_view(cells_).substr(start)));
  if (text) is_text_[column] = true;
}

void TextGrid::add_wrapped(const std::vector<std::string>& row, const std::vector<int>& widths) {
  std::vector<std::vector<std::string>> cells;
  for (std::size_t c = 0; c < row.size(); ++c) cells.push_back(wrapped(row[c], widths[c]));
  const auto shorter = [](const auto& a, const auto& b) { return a.size() < b.size(); };
  const std::size_t lines = std::max_element(cells.begin(), cells.end(), shorter)->size();
  for (std::size_t line = 0; line < lines; ++line)
    for (const auto& cell : cells) add(line < cell.size() ? cell[line] : "", true);
}

std::size_t TextGrid::fitting(std::size_t width) const {
  std::size_t columns = 0, used = 0;
  while (columns < widths_.size() && used + widths_[columns] <= width) used += widths_[columns++] + 2;
  return columns;
}

void TextGrid::clear() {
  cells_.clear();
  ends_.clear();
}

void TextGrid::print(std::ostream& out, std::size_t columns, std::string_view indent) const {
  std::vector<std::size_t> shown(columns);
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  print_columns(out, shown, indent);
}

void TextGrid::print_within(std::ostream& out, int width) const {
  const std::size_t room = width > 0 ? std::size_t(width) : std::numeric_limits<std::size_t>::max();
  std::size_t next = 0;
  do {
    std::vector<std::size_t> shown;
    std::size_t used = 0;
    if (next > 0) shown.push_back(0), used = widths_[0] + 2, out << '\n';
    for (bool any = false; next < widths_.size() && (!any || used + widths_[next] <= room); any = true)
      used += widths_[next] + 2, shown.push_back(next++);
    print_columns(out, shown, "");
  } while (next < widths_.size());
}

void TextGrid::print_columns(std::ostream& out, const std::vector<std::size_t>& shown, std::string_view indent) const {
  std::string line;
  for (std::size_t row = 0; row + widths_.size() <= ends_.size(); row += widths_.size()) {
    line = indent;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const std::size_t cell = row + shown[i], start = cell ? ends_[cell - 1] : 0;
      const std::string_view text = std::string_view(cells_).substr(start, ends_[cell] - start);
      const std::string blanks(widths_[shown[i]] - width_of(text), ' ');
      line.append(i ? "  " : "");
      if (is_text_[shown[i]]) line.append(text).append(blanks);
      else line.append(blanks).append(text);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  }
}

}  // namespace icsweep
