// One table in an HDF5 group: one contiguous dataset per column, allocated in full when it is made.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "io/store/hdf5_frozen.hpp"
#include "io/store/hdf5_weights.hpp"
#include "io/store/stored_table.hpp"

namespace icsweep::hdf5 {

/// Makes the group, its dimension scales and every dataset. They are contiguous, allocated and filled (NaN, 0 or "") at
/// once, without times, so that later writes do not touch metadata. See docs/reference/store.md. If copy_rows() of the
/// table `copied` follows, the columns that it writes whole are not filled before.
void create_table(Id file, const Table& table, const Table* copied = nullptr);

/// An open table. To be sure to read other processes' writes, open the file anew.
class OpenTable final : public StoredTable {
 public:
  /// `path` is the file's name in messages. Throws Error(store) unless everything has the form that create_table gives
  /// it, with the columns of `least`; by default, those that every task's table has.
  OpenTable(Id file, const std::string& task, const std::string& path, std::optional<Table> least = std::nullopt);

  const Table& table() const override { return table_; }
  std::vector<std::int64_t> integers(const std::string& column) const override;
  std::int64_t integer(const std::string& column, std::int64_t row) const override;
  using StoredTable::reals;
  std::vector<double> reals(const std::string& column, std::int64_t first, std::int64_t rows) const override;
  std::vector<std::string> texts(const std::string& column) const override;
  std::string text(const std::string& column, std::int64_t row) const override;
  std::string text_bytes(const std::string& column) const override;
  void read_cells(const Column& column, std::int64_t first, std::int64_t count, ColumnCells& cells) const override;
  using StoredTable::weights;
  std::vector<float> weights(std::int64_t offset, std::int64_t count) const override;

  /// The dataset of all rows' weights; null if no row keeps weights.
  const FlatWeights* flat_weights() const { return weights_ ? &*weights_ : nullptr; }
  /// Writes one cell. An array smaller than the extents is padded with NaN.
  void write_cell(std::int64_t row, const std::string& column, const Cell& cell) const;
  /// Write part of a column, beginning at row `first`.
  void write_integers(const std::string& column, std::int64_t first, const std::vector<std::int64_t>& values) const;
  void write_reals(const std::string& column, std::int64_t first, const std::vector<double>& values) const;
  void write_texts(const std::string& column, std::int64_t first, const std::vector<std::string>& values) const;

  /// Copies every column of `from` except the index of weights. Its rows become this table's first rows, and the cells
  /// behind them become empty. Extents and text widths of this table may be larger.
  void copy_rows(const StoredTable& from) const;

 private:
  struct Opened {
    const Column* column;
    std::vector<Size> extents;  // of one row
    Handle dataset;
    Size row_size() const;
  };
  const Opened& opened(const std::string& column) const;
  struct RowRange {
    std::int64_t first, count;
  };
  void write_cells(const std::string& column, RowRange range, ColumnCells& cells) const;
  void clear_from(std::int64_t first, const std::string& name) const;
  void read_integers(const Opened& c, std::int64_t first, std::span<std::int64_t> values) const;
  void transfer(const Opened& c, bool write, Id type, RowRange rows, const std::vector<Size>& shape, void* data) const;

  std::string path_;
  Table table_;
  std::vector<Opened> columns_;
  std::optional<FlatWeights> weights_;
};

}  // namespace icsweep::hdf5
