// One task's table of a store, as its readers see it: they know neither HDF5 nor files.
#pragma once

#include <string>
#include <vector>

#include "io/store/table.hpp"

namespace icsweep {

/// Values are as they are stored when they are asked for, so that later calls may see what a launch has written since.
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
  /// A column of texts with every byte, also behind the end of a text: each has the column's width.
  virtual std::string text_bytes(const std::string& column) const = 0;

  /// Whole rows first … first+count−1 without their weights, arrays padded to the extents. `unseen`, if given, gets for
  /// each row the columns with bytes that do not show in its cells: after the end of a text, or within a NaN.
  virtual std::vector<Row> read_rows(std::int64_t first, std::int64_t count,
                                     std::vector<std::vector<std::string>>* unseen = nullptr) const = 0;
  /// These of all rows' trained parameters, which lie one after the other; empty if they are not all there.
  virtual std::vector<float> weights(std::int64_t offset, std::int64_t count) const = 0;
  /// The trained parameters of a row from read_rows; empty if it keeps none, or if its place is damaged.
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

}  // namespace icsweep
