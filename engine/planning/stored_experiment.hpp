// One experiment as the store holds it: its configuration, and its results without padding.
#pragma once

#include "engine/sweep/experiment_id.hpp"
#include "tasks/task.hpp"

namespace icsweep {

/// The parameters in a row of a table that has them all.
Config stored_config(const Schema& schema, const Row& cells);

/// Identity of the configuration with its reals as people write them (decimal()), where that is another than its own;
/// else empty. Sweeps of versions before 0.2 could make 0.0009999999999999998 of a range where they make 0.001 now:
/// such a row is that experiment's.
std::string decimal_identity(const Schema& schema, const Config& config);

class StoredExperiment {
 public:
  /// Reads its row. Throws Error if this program has no such task or other columns for it than the store, and if the
  /// row is final and does not match its checksum.
  explicit StoredExperiment(const FoundExperiment& found);

  const Task& task() const { return task_; }
  const Config& config() const { return config_; }
  std::int64_t row() const { return row_; }
  std::string identity() const { return std::get<std::string>(cells_.at("identity")); }
  Outcome outcome() const { return Outcome(std::get<std::int64_t>(cells_.at("status"))); }

  /// The shape that an output has for this configuration, and its values; empty for a scalar.
  std::vector<std::int64_t> shape(const Output& output) const;
  Array array(const Output& output) const;
  /// Whether the row is of before this column was added.
  bool lacks(const Column& column) const {
    const auto cell = cells_.find(column.name);
    return cell == cells_.end() || is_neutral(column, cell->second);
  }

  /// Names and shapes of its weights; none if it keeps none. Throws Error(store) if it keeps others than this program
  /// would.
  std::vector<WeightArray> weight_arrays() const;
  const std::vector<float>& weights() const { return weights_; }

 private:
  const Task& task_;
  std::int64_t row_;
  Row cells_;
  Config config_;
  std::vector<float> weights_;
};

}  // namespace icsweep
