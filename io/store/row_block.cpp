#include "io/store/row_block.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace icsweep {
namespace {

/// True for a NaN with bits that arithmetic does not produce. Its sign is ignored: 0/0 is negative on x86.
bool is_strange_nan(double value) {
  constexpr double usual = std::numeric_limits<double>::quiet_NaN();
  return std::isnan(value) && (std::bit_cast<std::uint64_t>(value) << 1) != (std::bit_cast<std::uint64_t>(usual) << 1);
}

/// True if every byte is zero.
bool are_zeros(std::string_view bytes) {
  return bytes.empty() || (bytes.front() == '\0' && repeats(bytes, 1));
}

}  // namespace

bool repeats(std::string_view cells, std::size_t width) {  // a loop takes ten times longer
  return cells.size() <= width || std::memcmp(cells.data(), cells.data() + width, cells.size() - width) == 0;
}

void ColumnCells::look() {
  std::size_t nans = 0;
  for (const double value : reals) nans += value != value;
  has_nan = nans > 0;
  const bool is_text = column->kind == ValueType::text;
  is_uniform = is_text                              ? repeats(texts, std::size_t(column->width))
               : column->kind == ValueType::integer ? repeats(bytes_of(integers), sizeof(std::int64_t))
                                                    : repeats(bytes_of(reals), numbers * sizeof(double));
  if (is_text && is_uniform && !texts.empty()) uniform_size = text_in(texts, std::size_t(column->width), 0).size();
  may_hide = is_text ? !is_uniform || (!texts.empty() && hides_in_text(0)) : has_nan;
}

std::string_view ColumnCells::text(std::size_t row) const {
  return is_uniform ? std::string_view(texts).substr(0, uniform_size) : text_in(texts, std::size_t(column->width), row);
}

Cell ColumnCells::cell(std::size_t row) const {
  if (column->kind == ValueType::integer) return integers[row];
  if (column->kind == ValueType::text) return std::string(text(row));
  if (shape.empty()) return reals[row];
  const auto values = array(row);
  return Array{shape, {values.begin(), values.end()}};
}

bool ColumnCells::hides_in_text(std::size_t row) const {
  const std::string_view all(texts.data() + row * std::size_t(column->width), std::size_t(column->width));
  return !are_zeros(all.substr(text(row).size()));
}

bool ColumnCells::hides(std::size_t row) const {
  if (!may_hide) return false;
  return column->kind == ValueType::text ? hides_in_text(row) : std::ranges::any_of(array(row), is_strange_nan);
}

bool ColumnCells::is_equal(std::size_t row, std::size_t other) const {
  if (is_uniform) return true;
  const auto same = [&](const auto* cells, std::size_t width) {
    return std::memcmp(cells + row * width, cells + other * width, width * sizeof *cells) == 0;
  };
  if (column->kind == ValueType::integer) return same(integers.data(), 1);
  return column->kind == ValueType::text ? same(texts.data(), std::size_t(column->width)) : same(reals.data(), numbers);
}

const ColumnCells* RowBlock::find(std::string_view column) const {
  const auto found = std::ranges::find_if(columns, [&](const ColumnCells& c) { return c.column->name == column; });
  return found == columns.end() ? nullptr : &*found;
}

Row RowBlock::row(std::size_t at) const {
  Row row(names);
  for (std::size_t place = 0; place < columns.size(); ++place) row.at_place(place) = columns[place].cell(at);
  return row;
}

}  // namespace icsweep
