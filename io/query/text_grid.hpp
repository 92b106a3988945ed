// Rows of cells printed with aligned columns.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace icsweep {

/// Cells are added row by row, the heading first. One text holds all of them, since there may be millions.
class TextGrid {
 public:
  explicit TextGrid(std::size_t columns) : widths_(columns, 0), is_text_(columns, false) {}

  /// Adds a cell. A column is aligned to the right unless one of its cells is `text`. Control characters are shown as
  /// \n, \t or ?.
  void add(std::string_view cell, bool text = false);

  /// Adds a row of texts, as many lines as it takes to break each cell at blanks to its width.
  void add_wrapped(const std::vector<std::string>& row, const std::vector<int>& widths);

  /// How many columns, from the first, fit into `width` characters with two blanks between them.
  std::size_t fitting(std::size_t width) const;

  /// Prints the first `columns` of each row, without trailing blanks, after `indent`.
  void print(std::ostream& out, std::size_t columns, std::string_view indent = "") const;
  void print(std::ostream& out) const { print(out, widths_.size()); }

  /// Bytes of all cells.
  std::size_t size() const { return cells_.size(); }
  /// Removes the cells; columns keep their widths.
  void clear();

 private:
  std::string cells_;
  std::vector<std::size_t> ends_;  // end of each cell in cells_
  std::vector<std::size_t> widths_;
  std::vector<bool> is_text_;
};

}  // namespace icsweep
