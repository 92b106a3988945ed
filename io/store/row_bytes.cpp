#include "io/store/row_bytes.hpp"

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "io/base/parsed_number.hpp"

namespace icsweep {
namespace {

bool is_result(Role role) {
  return role == Role::result;
}

bool is_checked(Role role) {
  return role == Role::identity || role == Role::parameter || role == Role::result || role == Role::record;
}

std::uint64_t hash_of_bytes(std::string_view bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

/// True if the bytes of all rows have the same size: no cell is a text or has a NaN.
bool has_fixed_size(const ColumnCells& cells) {
  return cells.column->kind != ValueType::text && !cells.has_nan;
}

/// Writes the numbers of a row's cell, `step` bytes apart.
void put_numbers(const ColumnCells& cells, std::size_t row, char* to, std::size_t step) {
  const void* const all =
      cells.column->kind == ValueType::integer ? static_cast<const void*>(cells.integers.data()) : cells.reals.data();
  const char* from = static_cast<const char*>(all) + 8 * row * cells.numbers;
  for (std::size_t i = 0; i < cells.numbers; ++i, from += 8, to += step) std::memcpy(to, from, 8);
}

}  // namespace

NeutralCell::NeutralCell(const Column& column) : is_there_(column.neutral), text_(column.neutral.value_or("")) {
  if (!is_there_) return;
  integer_ = whole_number(text_);
  if (integer_ && to_text(*integer_) != text_) integer_.reset();
  real_ = std::strtod(text_.c_str(), nullptr);
  if (to_text(*real_) != text_) real_.reset();
}

bool NeutralCell::equals(double cell) const {
  if (!real_) return false;
  return std::isnan(cell) ? std::isnan(*real_)
                          : std::bit_cast<std::uint64_t>(cell) == std::bit_cast<std::uint64_t>(*real_);
}

bool NeutralCell::equals(std::span<const double> cells) const {
  return is_there_ && std::ranges::all_of(cells, [](double value) { return std::isnan(value); });
}

RowBytes::RowBytes(const Table& table, bool (*covers)(Role)) {
  for (std::size_t place = 0; place < table.columns.size(); ++place) {
    const Column& column = table.columns[place];
    if (covers(column.role)) columns_.push_back({place, column.name, NeutralCell(column)});
  }
}

/// Room for more bytes, of which `size_` counts none yet.
char* RowBytes::room(std::size_t size) {
  if (bytes_.size() - size_ < size) bytes_.resize(2 * (size_ + size));
  return bytes_.data() + size_;
}

void RowBytes::put(const void* data, std::size_t size) {
  std::memcpy(room(size), data, size);
  size_ += size;
}

/// Adds a column's name and its cell, with at most one zero behind it.
void RowBytes::put(const Covered& column, const void* cell, std::size_t size, std::size_t zeros) {
  const std::size_t head = column.name.size() + 1;  // with its zero
  char* const begin = room(head + size + 1);
  std::memcpy(begin, column.name.c_str(), head);
  if (size > 0) std::memcpy(begin + head, cell, size);
  begin[head + size] = '\0';
  size_ += head + size + zeros;
}

/// Adds elements that are not NaN, each with its index, so that padding has no effect.
void RowBytes::put(std::span<const double> values, std::span<const std::int64_t> shape) {
  const std::size_t axes = shape.size(), element = 8 * (axes + 1);
  char* const begin = room(values.size() * element);
  char* next = begin;
  if (axes == 1) {
    for (std::size_t i = 0; i < values.size(); ++i) {  // a NaN is written and then overwritten: there is no branch
      const auto index = std::int64_t(i);
      std::memcpy(next, &index, 8);
      std::memcpy(next + 8, &values[i], 8);
      next += values[i] == values[i] ? 16 : 0;
    }
  } else {
    std::vector<std::int64_t> at(axes, 0);
    for (const double value : values) {
      std::memcpy(next, at.data(), 8 * axes);
      std::memcpy(next + 8 * axes, &value, 8);
      next += std::isnan(value) ? 0 : element;
      for (std::size_t d = axes; d-- > 0 && ++at[d] == shape[d];) at[d] = 0;
    }
  }
  size_ += std::size_t(next - begin);
}

void RowBytes::put_array(const Covered& column, std::span<const double> values, std::span<const std::int64_t> shape) {
  if (column.neutral.equals(values)) return;
  put(column.name.c_str(), column.name.size() + 1);
  put(values, shape);
}

template <class Scalar>
void RowBytes::put_scalar(const Covered& column, Scalar cell) {
  if (column.neutral.equals(cell)) return;
  put_cell(column, cell);
}

void RowBytes::put_row(const Covered& column, const ColumnCells& cells, std::size_t row) {
  if (cells.column->kind == ValueType::integer) put_scalar(column, cells.integers[row]);
  else if (cells.column->kind == ValueType::text) put_scalar(column, cells.text(row));
  else if (cells.shape.empty()) put_scalar(column, cells.reals[row]);
  else put_array(column, cells.array(row), cells.shape);
}

void RowBytes::end_piece(const Covered* column) {
  pieces_.push_back({std::string(all()), std::move(numbers_), column});
  numbers_.clear();
  size_ = 0;
}

void RowBytes::begin(const RowBlock& block) {
  pieces_.clear();
  numbers_.clear();
  size_ = 0;
  for (const Covered& column : columns_) {
    const ColumnCells& cells = block.columns[column.place];
    const bool has_places = has_fixed_size(cells) && !column.neutral.is_there();
    if (block.rows == 0 || !(cells.is_uniform || has_places)) {
      end_piece(&column);
      continue;
    }
    const std::size_t index = 8 * cells.shape.size();
    if (!cells.is_uniform) numbers_.push_back({column.place, size_ + column.name.size() + 1 + index, 8 + index});
    put_row(column, cells, 0);
  }
  end_piece(nullptr);
}

std::string_view RowBytes::of(std::int64_t salt, const RowBlock& block, std::size_t row) {
  size_ = 0;
  put(salt);
  for (const auto& [shared, numbers, column] : pieces_) {
    if (!shared.empty()) put(shared.data(), shared.size());
    char* const piece = bytes_.data() + size_ - shared.size();
    for (const Numbers& n : numbers) put_numbers(block.columns[n.column], row, piece + n.first, n.step);
    if (column) put_row(*column, block.columns[column->place], row);
  }
  return all();
}

std::string_view RowBytes::of(std::int64_t salt, const Row& row) {
  size_ = 0;
  put(salt);
  for (const Covered& column : columns_) {
    const auto found = row.find(column.name, column.place);
    if (found == row.end()) continue;
    const Cell& cell = found->second;
    if (const auto* integer = std::get_if<std::int64_t>(&cell)) put_scalar(column, *integer);
    else if (const auto* text = std::get_if<std::string>(&cell)) put_scalar(column, std::string_view(*text));
    else if (const auto* real = std::get_if<double>(&cell)) put_scalar(column, *real);
    else put_array(column, std::get<Array>(cell).values, std::get<Array>(cell).shape);
  }
  return all();
}

std::string_view RowBytes::add_weights(std::span<const float> weights) {
  if (weights.empty()) return all();
  put("weights", sizeof "weights");
  put(std::int64_t(weights.size()));
  put(weights.data(), weights.size_bytes());
  return all();
}

RowHashes::RowHashes(const Table& table) : whole_(table, is_checked), results_(table, is_result) {}

std::uint64_t RowHashes::checksum(const RowBlock& block, std::size_t row, Outcome outcome,
                                  std::span<const float> weights) {
  whole_.of(std::int64_t(outcome), block, row);
  return hash_of_bytes(whole_.add_weights(weights));
}

std::uint64_t RowHashes::digest(const RowBlock& block, std::size_t row) {
  return hash_of_bytes(results_.of(0, block, row));
}

std::uint64_t checksum(const Table& table, const Row& row, Outcome outcome, std::span<const float> weights) {
  RowBytes bytes(table, is_checked);
  bytes.of(std::int64_t(outcome), row);
  return hash_of_bytes(bytes.add_weights(weights));
}

std::uint64_t digest(const Table& table, const Row& row) {
  RowBytes bytes(table, is_result);
  return hash_of_bytes(bytes.of(0, row));
}

void visit_result_bytes(const Table& table, const Row& row, const std::function<void(const void*, std::size_t)>& take) {
  Table results;
  for (const auto& column : table.columns)
    if (is_result(column.role)) results.columns.push_back(column);
  std::ranges::sort(results.columns, {}, &Column::name);
  RowBytes bytes(results, is_result);
  const std::string_view all = bytes.of(0, row);
  take(all.data(), all.size());
}

bool is_neutral(const Column& column, const Cell& cell) {
  const NeutralCell neutral(column);
  if (const auto* array = std::get_if<Array>(&cell)) return neutral.equals(std::span<const double>(array->values));
  if (const auto* text = std::get_if<std::string>(&cell)) return neutral.equals(std::string_view(*text));
  if (const auto* real = std::get_if<double>(&cell)) return neutral.equals(*real);
  return neutral.equals(std::get<std::int64_t>(cell));
}

}  // namespace icsweep
