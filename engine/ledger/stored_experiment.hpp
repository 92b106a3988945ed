// One experiment of a store: its configuration, and its results without padding.
#pragma once

#include "engine/sweep/experiment_id.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// Reads the configuration of a row. The table must have all parameters.
Config stored_config(const Schema& schema, const Row& cells);

/// The value in a parameter's cell; also of a row from before the parameter became a real.
Value stored_value(const Parameter& parameter, const Cell& cell);

/// Identity of the configuration after each real is rounded to its usual decimal form (decimal()); empty if no real
/// changes. Before version 0.2 a range could give 0.0009999999999999998 instead of 0.001. A row with the former belongs
/// to the experiment with the latter.
std::string decimal_identity(const Schema& schema, const Config& config);

class StoredExperiment {
 public:
  /// Reads its row. The table describes a task that this program lacks. Throws Error if the columns of the task differ
  /// from those of the store, or if the row is final and does not match its checksum.
  StoredExperiment(const TaskRegistry& tasks, const FoundExperiment& found);

  const Task& task() const { return known_ ? *known_ : *described_; }
  const Config& config() const { return config_; }
  std::int64_t row() const { return row_; }
  std::string identity() const { return std::get<std::string>(cells_.at("identity")); }
  Outcome outcome() const { return Outcome(std::get<std::int64_t>(cells_.at("status"))); }

  /// Shape of the output for this configuration, and its values. The shape of a scalar is empty.
  std::vector<std::int64_t> shape(const Output& output) const;
  Array array(const Output& output) const;
  /// True if the row was written before this column was added.
  bool lacks(const Column& column) const {
    const auto cell = cells_.find(column.name);
    return cell == cells_.end() || is_neutral(column, cell->second);
  }

  /// Names and shapes of its weights; empty without weights. One flat array if neither this program nor the base of a
  /// sampler has the task. Throws Error(store) if their number is not that of this program.
  std::vector<WeightArray> weight_arrays() const;
  const std::vector<float>& weights() const { return weights_; }

 private:
  const Task* known_;
  std::shared_ptr<const Task> described_;  // without known_
  std::int64_t row_;
  Row cells_;
  Config config_;
  std::vector<float> weights_;
};

}  // namespace icsweep
