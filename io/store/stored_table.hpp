// One task's table of a store, for readers that know neither HDF5 nor files.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/store/row_block.hpp"
#include "io/store/table.hpp"

namespace icsweep {

/// Reads the values as stored at the time of the call. Later calls may see the writes of a launch since then.
class StoredTable {
 public:
  StoredTable() = default;
  StoredTable(const StoredTable&) = delete;
  StoredTable& operator=(const StoredTable&) = delete;
  virtual ~StoredTable() = default;

  virtual const Table& table() const = 0;

  /// A whole column, row-major with the column's extents; integers for status, planned and integer columns.
  virtual std::vector<std::int64_t> integers(const std::string& column) const = 0;
  virtual std::int64_t integer(const std::string& column, std::int64_t row) const = 0;
  std::vector<double> reals(const std::string& column) const { return reals(column, 0, table().rows); }
  virtual std::vector<double> reals(const std::string& column, std::int64_t first, std::int64_t rows) const = 0;
  virtual std::vector<std::string> texts(const std::string& column) const = 0;
  virtual std::string text(const std::string& column, std::int64_t row) const = 0;
  /// A column of texts with all bytes, including those after the end of a text: each text has the column's width.
  virtual std::string text_bytes(const std::string& column) const = 0;
  /// True if the column, which has no dimensions, has the same bytes in all rows.
  bool is_uniform(const Column& column) const;

  /// The cells of a column of table() in rows first … first+count−1, with arrays padded to the extents.
  virtual void read_cells(const Column& column, std::int64_t first, std::int64_t count, ColumnCells& cells) const = 0;
  /// Whole rows first … first+count−1 without their weights. The block is new, or has been read from this table.
  void read_block(std::int64_t first, std::int64_t count, RowBlock& block) const;
  std::vector<Row> read_rows(std::int64_t first, std::int64_t count) const;
  /// A part of all rows' trained parameters, which are stored consecutively; empty if it exceeds them.
  virtual std::vector<float> weights(std::int64_t offset, std::int64_t count) const = 0;
  /// The trained parameters of a row from read_rows; empty if it keeps none, or if its offset is damaged.
  std::vector<float> weights(const Row& row) const {
    if (table().weights == 0) return {};
    return weights(std::get<std::int64_t>(row.at("weights_offset")), std::get<std::int64_t>(row.at("weights_count")));
  }

  /// Bytes of a row in memory.
  std::int64_t row_bytes() const {
    std::int64_t bytes = 0;
    for (const auto& c : table().columns) {
      std::int64_t numbers = 1;
      for (const auto& d : c.dimensions) numbers *= table().extents.at(d);
      bytes += c.kind == ValueType::text ? c.width : 8 * numbers;
    }
    return bytes;
  }
};

/// Reads a column in parts of a megabyte: fills `cells` and calls f(first row, number of rows).
void for_each_part(const StoredTable& table, const Column& column, ColumnCells& cells,
                   const std::function<void(std::int64_t, std::int64_t)>& f);

/// True if the first rows of a table are byte by byte those of the other, but for `planned`. Also false if a column has
/// another form in it. Does not compare weights.
bool begins_with(const StoredTable& table, const StoredTable& other);

}  // namespace icsweep
