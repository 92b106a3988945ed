// Rows of cells printed with aligned columns.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace icsweep {

/// Cells are added row by row, beginning with the heading. One string holds all of them, since there may be millions.
class TextGrid {
 public:
  explicit TextGrid(std::size_t columns) : widths_(columns, 0), is_text_(columns, false) {}

  /// Adds a cell. A column is right-aligned unless one of its cells is `text`. Control characters are shown as \n, \t
  /// or ?.
  void add(std::string_view cell, bool text = false);

  /// Adds a row of texts. Each cell is broken at blanks to its width, over several lines if necessary.
  void add_wrapped(const std::vector<std::string>& row, const std::vector<int>& widths);

  /// Number of columns, from the first, that fit into `width` characters with two blanks between them.
  std::size_t fitting(std::size_t width) const;

  /// Prints the first `columns` of each row after `indent`, without trailing blanks.
  void print(std::ostream& out, std::size_t columns, std::string_view indent = "") const;
  void print(std::ostream& out) const { print(out, widths_.size()); }
  /// Prints the columns that do not fit into `width` in blocks below, each with the first column. 0: any width.
  void print_within(std::ostream& out, int width) const;

  /// Bytes of all cells.
  std::size_t size() const { return cells_.size(); }
  /// Removes the cells; column widths are kept.
  void clear();

 private:
  void print_columns(std::ostream& out, const std::vector<std::size_t>& shown, std::string_view indent) const;

  std::string cells_;
  std::vector<std::size_t> ends_;  // end of each cell in cells_
  std::vector<std::size_t> widths_;
  std::vector<bool> is_text_;
};

}  // namespace icsweep
