// Rows of a table by column, as they are read.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/store/table.hpp"

namespace icsweep {

/// The text of a row among texts of one width: its bytes before the first zero byte.
inline std::string_view text_in(std::string_view texts, std::size_t width, std::size_t row) {
  const std::string_view cell = texts.substr(row * width, width);
  return cell.substr(0, cell.find('\0'));
}

/// True if all cells of this width have the same bytes.
bool repeats(std::string_view cells, std::size_t width);
template <class Number>
std::string_view bytes_of(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

/// The cells of one column in some rows. Which of the vectors has them follows from the column's kind.
struct ColumnCells {
  const Column* column = nullptr;
  std::vector<std::int64_t> integers{};
  std::vector<double> reals{};        ///< row-major
  std::string texts{};                ///< with all bytes: each text has the column's width
  std::vector<std::int64_t> shape{};  ///< of the array in one row; empty for a scalar
  std::size_t numbers = 1;            ///< in that array
  bool has_nan = false;               ///< among `reals`; set by look()
  bool is_uniform = false;            ///< all rows have the same bytes; set by look()
  std::size_t uniform_size = 0;       ///< of the text that all rows have, if is_uniform
  bool may_hide = true;               ///< hides() may be true for a row; set by look()

  /// Makes later questions cheaper. Call it when the cells have been read.
  void look();
  std::string_view text(std::size_t row) const;
  std::span<const double> array(std::size_t row) const { return {reals.data() + row * numbers, numbers}; }
  /// A copy of the cell.
  Cell cell(std::size_t row) const;
  /// True if the row has bytes that its cell does not show: after the end of a text, or within a NaN.
  bool hides(std::size_t row) const;
  /// True if both rows have the same bytes.
  bool is_equal(std::size_t row, std::size_t other) const;

 private:
  bool hides_in_text(std::size_t row) const;
};

/// Consecutive rows, with the columns in the order of their table, which must live longer. A block that is read again
/// keeps its memory.
struct RowBlock {
  std::shared_ptr<CellNames> names{};
  std::vector<ColumnCells> columns{};
  std::size_t rows = 0;

  /// Null if the table lacks the column.
  const ColumnCells* find(std::string_view column) const;
  Row row(std::size_t row) const;
};

}  // namespace icsweep
