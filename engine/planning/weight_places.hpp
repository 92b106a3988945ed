// Where rows keep their trained parameters: one after the other, without gaps, in the order of the rows.
#pragma once

#include <optional>

#include "engine/planning/checked_row.hpp"
#include "tasks/task.hpp"

namespace icsweep {

/// Follows the index of weights from row to row. No checksum covers the place of a row that keeps none.
class WeightPlaces {
 public:
  WeightPlaces(const Table& table, const Task* task) : table_(table), task_(task) {}

  /// Adds to row.misplaced what is wrong with its index. Call it for every row in order, damage noted before.
  void check(CheckedRow& row);

 private:
  std::optional<std::int64_t> room(const CheckedRow& row) const;

  const Table& table_;
  const Task* task_;
  std::optional<std::int64_t> next_ = 0;  // where the next place begins; unknown after a damaged row
};

}  // namespace icsweep
