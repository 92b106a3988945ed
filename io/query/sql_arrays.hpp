// Tables for SQL with one row per value: one table per curve or array, and `curves` with all curves of all tasks.
#pragma once

#include "io/query/selection.hpp"
#include "io/query/sql_columns.hpp"
#include "io/query/sql_table.hpp"

namespace icsweep {

/// A curve or array of a task, read one block of experiments at a time. Its axes are the experiments, then its
/// dimensions. It contains the values of experiments that count; without `counted`, of all done ones, and for results
/// along training also of others.
class StoredArray {
 public:
  StoredArray(const StoredTable& table, const Column& column, std::shared_ptr<StoredColumn> status,
              std::shared_ptr<Counted> counted = nullptr);

  const std::string& task() const { return table_.table().task; }
  const std::string& name() const { return column_.name; }
  const std::vector<std::int64_t>& extents() const { return extents_; }
  const std::vector<std::int64_t>& firsts() const { return firsts_; }  ///< first index of each axis
  std::int64_t size() const;
  /// The element at this place, row-major over all axes; NaN if there is no value.
  double value(std::int64_t place);
  /// Notes that a statement asks for this array.
  void ask() {
    if (counted_) counted_->ask();
  }
  bool is_counted() const { return counted_ != nullptr; }

 private:
  bool has(std::int64_t row) const;
  void read(std::vector<double>& block, std::int64_t first);

  const StoredTable& table_;
  const Column& column_;
  std::shared_ptr<StoredColumn> status_;
  std::shared_ptr<Counted> counted_;
  std::vector<std::int64_t> extents_, firsts_;
  std::int64_t row_size_, block_rows_;
  std::vector<std::vector<double>> blocks_;  // a block is empty until it is read
  std::size_t blocks_held_ = 0;
};

/// Values that are not NaN, each with its indices.
class ArraysTable : public SqlTable {
 public:
  /// The table TASK_COLUMN or TASK_all_COLUMN: experiment, the dimensions, value.
  explicit ArraysTable(std::shared_ptr<StoredArray> array, const Column& column);
  /// The table curves or curves_all: task, experiment, curve, at, value. Each of `curves` has one dimension; either all
  /// are counted or none.
  ArraysTable(std::string name, std::vector<std::shared_ptr<StoredArray>> curves);

  bool can_search(int field) const override { return parts_[std::size_t(field)].what != What::value; }
  double expected_rows(const std::vector<int>& conditions) const override;
  int sorted_by() const override;
  std::unique_ptr<SqlCursor> search(const std::vector<SqlCondition>& conditions) override;

  enum class What { task, curve, index, value };
  struct Part {  ///< the source of a field
    What what;
    std::size_t axis;
  };

 private:
  std::vector<std::shared_ptr<StoredArray>> arrays_;
  std::vector<Part> parts_;
};

}  // namespace icsweep
