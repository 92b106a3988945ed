// Tables for SQL with one row an experiment: a task's, `experiments` and `sweeps`.
#pragma once

#include <map>

#include "io/query/sql_columns.hpp"
#include "io/query/sql_counted.hpp"
#include "io/query/sql_table.hpp"

namespace icsweep {

/// A table made of columns. Conditions find their rows through an index over the fields they name, made when first
/// asked for: joins of two such tables take no time that grows with the product of their rows.
class RowsTable : public SqlTable {
 public:
  /// `columns` are as many as the fields; `sorted_by` of them, from the first, are sorted. With `counted`, only rows
  /// that count.
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
