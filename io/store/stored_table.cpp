#include "io/store/stored_table.hpp"

#include <algorithm>

namespace icsweep {

void StoredTable::read_block(std::int64_t first, std::int64_t count, RowBlock& block) const {
  const auto& columns = table().columns;
  if (!block.names) {
    block.names = std::make_shared<CellNames>();
    for (const Column& column : columns) block.names->add(column.name);
    block.columns.resize(columns.size());
  }
  block.rows = std::size_t(count);
  for (std::size_t place = 0; place < columns.size(); ++place)
    read_cells(columns[place], first, count, block.columns[place]);
}

std::vector<Row> StoredTable::read_rows(std::int64_t first, std::int64_t count) const {
  RowBlock block;
  read_block(first, count, block);
  std::vector<Row> rows;
  for (std::size_t row = 0; row < block.rows; ++row) rows.push_back(block.row(row));
  return rows;
}

void for_each_part(const StoredTable& table, const Column& column, ColumnCells& cells,
                   const std::function<void(std::int64_t, std::int64_t)>& f) {
  constexpr std::int64_t part_bytes = std::int64_t{1} << 20;
  std::int64_t bytes = column.kind == ValueType::text ? column.width : 8;
  for (const auto& d : column.dimensions) bytes *= table.table().extents.at(d);
  const std::int64_t rows = std::max<std::int64_t>(1, part_bytes / std::max<std::int64_t>(1, bytes));
  for (std::int64_t first = 0; first < table.table().rows; first += rows) {
    const std::int64_t count = std::min(rows, table.table().rows - first);
    table.read_cells(column, first, count, cells);
    f(first, count);
  }
}

namespace {

/// True if cells of both columns have the same bytes and the same meaning.
bool has_same_form(const Column& a, const Column& b) {
  return a.kind == b.kind && a.role == b.role && a.width == b.width && a.dimensions == b.dimensions &&
         a.neutral == b.neutral;
}

bool has_same_bytes(const ColumnCells& a, const ColumnCells& b) {
  if (a.column->kind == ValueType::integer) return bytes_of(a.integers) == bytes_of(b.integers);
  return a.column->kind == ValueType::text ? a.texts == b.texts : bytes_of(a.reals) == bytes_of(b.reals);
}

}  // namespace

bool begins_with(const StoredTable& table, const StoredTable& other) {
  const auto &own = table.table(), &others = other.table();
  if (own.columns.size() != others.columns.size() || own.extents != others.extents || own.rows < others.rows)
    return false;
  ColumnCells a, b;
  for (const Column& column : others.columns) {
    const Column* same = own.find(column.name);
    if (!same || !has_same_form(*same, column)) return false;
    if (column.role == Role::planned) continue;
    bool equal = true;
    for_each_part(other, column, b, [&](std::int64_t first, std::int64_t rows) {
      table.read_cells(*same, first, rows, a);
      equal &= has_same_bytes(a, b);
    });
    if (!equal) return false;
  }
  return true;
}

bool StoredTable::is_uniform(const Column& column) const {
  if (column.kind == ValueType::integer) return repeats(bytes_of(integers(column.name)), sizeof(std::int64_t));
  if (column.kind == ValueType::real) return repeats(bytes_of(reals(column.name)), sizeof(double));
  return repeats(text_bytes(column.name), std::size_t(column.width));
}

}  // namespace icsweep
