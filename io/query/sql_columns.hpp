// Columns of tables with one row per experiment, as SQL reads them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "io/store/stored_table.hpp"

struct sqlite3_context;

namespace icsweep {

class SqlColumn {
 public:
  virtual ~SqlColumn() = default;
  virtual void give(sqlite3_context* answer, std::int64_t row) = 0;
  /// A hash that is equal for values that SQL treats as equal; nothing for NULL.
  virtual std::optional<std::size_t> hash(std::int64_t row) = 0;
};

/// Hashes a real; an integer is hashed as a real, since SQL compares the two.
std::size_t hash_of(double value);
std::size_t hash_of(std::string_view value);

/// A column of the store, read as a whole on first use. NaN is NULL, and a status is its name. Results of an experiment
/// that did not end well are NULL; versions before 0.2 stored partial ones.
class StoredColumn : public SqlColumn {
 public:
  /// `status`, if any, is read before this column. A row with a final status is then complete here, even while a sweep
  /// writes.
  StoredColumn(const StoredTable& table, const Column& column, std::shared_ptr<StoredColumn> status)
      : table_(table), column_(column), status_(std::move(status)) {}
  void give(sqlite3_context* answer, std::int64_t row) override;
  std::optional<std::size_t> hash(std::int64_t row) override;
  void load();
  /// A cell of an integer column.
  std::int64_t integer(std::int64_t row) {
    load();
    return integers_[std::size_t(row)];
  }
  const Column& column() const { return column_; }

 private:
  bool is_result_of_none(std::int64_t row);
  bool is_missing_parameter(std::size_t at) const;
  void round_early_rows();

  const StoredTable& table_;
  const Column& column_;
  std::shared_ptr<StoredColumn> status_;
  bool loaded_ = false;
  std::vector<std::int64_t> integers_;
  std::vector<double> reals_;
  std::vector<std::string> texts_;
};

/// The row's number.
class RowNumber : public SqlColumn {
 public:
  void give(sqlite3_context* answer, std::int64_t row) override;
  std::optional<std::size_t> hash(std::int64_t row) override;
};

/// The same text in every row.
class SameText : public SqlColumn {
 public:
  explicit SameText(std::string text) : text_(std::move(text)) {}
  void give(sqlite3_context* answer, std::int64_t) override;
  std::optional<std::size_t> hash(std::int64_t) override { return hash_of(std::string_view(text_)); }

 private:
  std::string text_;
};

/// Fixed cells. An empty text is NULL.
class GivenColumn : public SqlColumn {
 public:
  using Cells = std::vector<std::variant<std::int64_t, double, std::string>>;
  explicit GivenColumn(Cells cells) : cells_(std::move(cells)) {}
  void give(sqlite3_context* answer, std::int64_t row) override;
  std::optional<std::size_t> hash(std::int64_t row) override;

 private:
  Cells cells_;
};

/// Several columns, stacked vertically.
class StackedColumns : public SqlColumn {
 public:
  /// A null column is NULL in all its rows.
  void add(std::shared_ptr<SqlColumn> column, std::int64_t rows);
  void give(sqlite3_context* answer, std::int64_t row) override;
  std::optional<std::size_t> hash(std::int64_t row) override;

 private:
  struct Part {
    std::shared_ptr<SqlColumn> column;
    std::int64_t first, end;
  };
  const Part& part_of(std::int64_t row) const;
  std::vector<Part> parts_;
};

}  // namespace icsweep
