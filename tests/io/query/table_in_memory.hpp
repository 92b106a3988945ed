// A table with rows in memory, for tests of code that reads stores.
#pragma once

#include "io/store/store.hpp"

namespace icsweep {

class TableInMemory : public StoredTable {
 public:
  TableInMemory(Table table, std::vector<Row> rows) : table_(std::move(table)), rows_(std::move(rows)) {
    table_.rows = std::int64_t(rows_.size());
  }

  const Table& table() const override { return table_; }
  std::vector<std::int64_t> integers(const std::string& column) const override { return all<std::int64_t>(column); }
  std::int64_t integer(const std::string& column, std::int64_t row) const override {
    return std::get<std::int64_t>(rows_[std::size_t(row)].at(column));
  }
  std::vector<double> reals(const std::string& column, std::int64_t first, std::int64_t rows) const override {
    std::vector<double> values;
    for (std::int64_t row = first; row < first + rows; ++row) {
      const Cell& cell = rows_[std::size_t(row)].at(column);
      if (const auto* array = std::get_if<Array>(&cell))
        values.insert(values.end(), array->values.begin(), array->values.end());
      else values.push_back(std::get<double>(cell));
    }
    return values;
  }
  std::vector<std::string> texts(const std::string& column) const override { return all<std::string>(column); }
  std::string text(const std::string& column, std::int64_t row) const override {
    return std::get<std::string>(rows_[std::size_t(row)].at(column));
  }
  std::string text_bytes(const std::string& column) const override {
    std::string bytes;
    for (std::string text : texts(column)) {
      text.resize(std::size_t(table_.find(column)->width));
      bytes += text;
    }
    return bytes;
  }
  void read_cells(const Column& column, std::int64_t first, std::int64_t count, ColumnCells& cells) const override {
    cells = {.column = &column};
    for (const auto& dimension : column.dimensions) cells.shape.push_back(table_.extents.at(dimension));
    for (const std::int64_t extent : cells.shape) cells.numbers *= std::size_t(extent);
    if (column.kind == ValueType::integer) cells.integers = part<std::int64_t>(column.name, first, count);
    else if (column.kind == ValueType::real) cells.reals = reals(column.name, first, count);
    else
      for (std::string text : part<std::string>(column.name, first, count)) {
        text.resize(std::size_t(column.width));
        cells.texts += text;
      }
    cells.look();
  }
  std::vector<float> weights(std::int64_t, std::int64_t) const override { return {}; }

 private:
  template <class Type>
  std::vector<Type> all(const std::string& column) const {
    return part<Type>(column, 0, table_.rows);
  }
  template <class Type>
  std::vector<Type> part(const std::string& column, std::int64_t first, std::int64_t count) const {
    std::vector<Type> values;
    for (std::int64_t row = first; row < first + count; ++row)
      values.push_back(std::get<Type>(rows_[std::size_t(row)].at(column)));
    return values;
  }

  Table table_;
  std::vector<Row> rows_;
};

}  // namespace icsweep
