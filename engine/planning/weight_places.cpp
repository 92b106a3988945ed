#include "engine/planning/weight_places.hpp"

#include <fmt/format.h>

#include "engine/planning/stored_experiment.hpp"

namespace icsweep {

/// How many weights a row that keeps none yet has room for. A damaged configuration gives no answer: its size may be
/// beyond all memory.
std::optional<std::int64_t> WeightPlaces::room(const CheckedRow& row) const {
  if (!task_ || row.parameters != std::get<std::string>(row.cells.at("identity"))) return std::nullopt;
  return weight_count(task_->weights(stored_config(task_->schema(), row.cells)));
}

void WeightPlaces::check(CheckedRow& row) {
  if (table_.weights == 0) return;
  const auto offset = std::get<std::int64_t>(row.cells.at("weights_offset"));
  const auto count = std::get<std::int64_t>(row.cells.at("weights_count"));
  if (!row.damage.empty()) {
    next_.reset();
    return;
  }
  const bool ended = row.status != std::int64_t(Outcome::pending);
  if (ended && count != row.weights) row.misplaced.push_back(fmt::format("weights_count is {}", count));
  if (row.weights > 0) {  // the checksum covers its index
    next_ = offset + count;
    return;
  }
  if (offset == -1) return;
  if (offset < 0 || offset > table_.weights || (next_ && offset != *next_))
    row.misplaced.push_back(fmt::format("weights_offset is {}", offset));
  const auto size = room(row);
  next_ = size ? std::optional(next_.value_or(offset) + *size) : std::nullopt;
}

}  // namespace icsweep
