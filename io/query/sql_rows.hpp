// Tables for SQL with one row per experiment, such as a task's table and `experiments`.
#pragma once

#include <map>

#include "io/query/selection.hpp"
#include "io/query/sql_columns.hpp"
#include "io/query/sql_table.hpp"

namespace icsweep {

/// A table made of columns. It finds rows by an index over the fields of the condition, made at first use. Joining two
/// such tables therefore does not take time proportional to the product of their rows.
class RowsTable : public SqlTable {
 public:
  /// One column per field. Rows are sorted by the first `sorted_by` columns. With `counted`, only rows that count.
  RowsTable(std::string name, std::vector<SqlField> fields, std::vector<std::shared_ptr<SqlColumn>> columns,
            std::int64_t rows, int sorted_by, std::shared_ptr<Counted> counted = nullptr);

  bool can_search(int) const override { return true; }
  double expected_rows(const std::vector<int>& conditions) const override;
  int sorted_by() const override { return sorted_by_; }
  std::unique_ptr<SqlCursor> search(const std::vector<SqlCondition>& conditions) override;
  std::int64_t rows() const { return rows_; }

 private:
  struct Entry {
    std::size_t hash;
    std::int64_t row;
    auto operator<=>(const Entry&) const = default;
  };
  using Index = std::vector<Entry>;  // sorted
  const Index& index_over(const std::vector<int>& fields);
  std::unique_ptr<SqlCursor> search_all(const std::vector<SqlCondition>& conditions);

  std::vector<std::shared_ptr<SqlColumn>> columns_;
  std::int64_t rows_;
  int sorted_by_;
  std::shared_ptr<Counted> counted_;
  std::map<std::vector<int>, Index> indices_;
};

}  // namespace icsweep
