// The bytes of rows that digests and checksums cover.
#pragma once

#include <cmath>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/store/row_block.hpp"
#include "io/store/table.hpp"

namespace icsweep {

/// The cell that older rows have in a column added later, as its comparisons need it. Never equal for other columns.
class NeutralCell {
 public:
  explicit NeutralCell(const Column& column);
  bool is_there() const { return is_there_; }
  bool equals(std::int64_t cell) const { return integer_ == cell; }
  bool equals(double cell) const;
  bool equals(std::string_view cell) const { return is_there_ && cell == text_; }
  /// True for an array of NaNs alone.
  bool equals(std::span<const double> cells) const;

 private:
  bool is_there_;
  std::string text_;
  std::optional<std::int64_t> integer_{};  // with this text
  std::optional<double> real_{};
};

/// Writes the bytes of rows of one table: for each column that is covered, and is not neutral, its name and its cell.
/// docs/reference/store.md describes them.
class RowBytes {
 public:
  RowBytes(const Table& table, bool (*covers)(Role));

  /// Before rows of a block that has been read, which must have the columns of the table. Bytes that all its rows share
  /// are written here, once.
  void begin(const RowBlock& block);
  /// The bytes after `salt` of a row of the block that began last; valid until the next call.
  std::string_view of(std::int64_t salt, const RowBlock& block, std::size_t row);
  std::string_view of(std::int64_t salt, const Row& row);
  /// Adds to the bytes of the last row.
  std::string_view add_weights(std::span<const float> weights);

 private:
  struct Covered {
    std::size_t place;  // of the column in its table
    std::string name;
    NeutralCell neutral;
  };
  /// Numbers of a column, each at the same place in all rows of a block. Eight bytes each.
  struct Numbers {
    std::size_t column;       // its place in the table
    std::size_t first, step;  // in bytes of the piece
  };
  /// Bytes that all rows of a block have but for these numbers, and the column behind them, whose size varies.
  struct Piece {
    std::string shared;
    std::vector<Numbers> numbers;
    const Covered* column;  // null behind the last one
  };

  char* room(std::size_t size);
  void put(const void* data, std::size_t size);
  void put(std::int64_t number) { put(&number, sizeof number); }
  void put(std::span<const double> values, std::span<const std::int64_t> shape);
  void put_array(const Covered& column, std::span<const double> values, std::span<const std::int64_t> shape);
  void put_cell(const Covered& column, std::int64_t cell) { put(column, &cell, sizeof cell, 0); }
  void put_cell(const Covered& column, double cell) { put(column, &cell, std::isnan(cell) ? 0 : sizeof cell, 0); }
  void put_cell(const Covered& column, std::string_view cell) { put(column, cell.data(), cell.size(), 1); }
  void put(const Covered& column, const void* cell, std::size_t size, std::size_t zeros);
  template <class Scalar>
  void put_scalar(const Covered& column, Scalar cell);
  void put_row(const Covered& column, const ColumnCells& cells, std::size_t row);
  void end_piece(const Covered* column);
  std::string_view all() const { return {bytes_.data(), size_}; }

  std::vector<Covered> columns_;
  std::vector<Piece> pieces_;
  std::vector<Numbers> numbers_;  // of the piece that begin() writes
  std::vector<char> bytes_;       // beyond size_: room
  std::size_t size_ = 0;
};

/// Hashes of rows of one table, as checksum() and digest() give them.
class RowHashes {
 public:
  explicit RowHashes(const Table& table);
  /// Before rows of a block that has been read.
  void begin(const RowBlock& block) { whole_.begin(block), results_.begin(block); }
  std::uint64_t checksum(const RowBlock& block, std::size_t row, Outcome outcome, std::span<const float> weights = {});
  std::uint64_t digest(const RowBlock& block, std::size_t row);

 private:
  RowBytes whole_, results_;
};

}  // namespace icsweep
