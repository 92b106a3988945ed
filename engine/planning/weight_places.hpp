// Where rows keep their trained parameters: one after the other, without gaps, in the order of the rows.
#pragma once

#include <optional>

#include "engine/planning/checked_row.hpp"
#include "tasks/task.hpp"

namespace icsweep {

/// Checks the index of weights row by row. No checksum covers the place of a row that keeps none.
class WeightPlaces {
 public:
  WeightPlaces(const Table& table, const Task* task) : table_(table), task_(task) {}

  /// Adds to row.misplaced what is wrong with the row's index. Call it for every row in order, after damage was noted.
  void check(CheckedRow& row);

 private:
  std::optional<std::int64_t> room(const CheckedRow& row) const;

  const Table& table_;
  const Task* task_;
  std::optional<std::int64_t> next_ = 0;  // where the next place begins; unknown after a damaged row
};

}  // namespace icsweep
