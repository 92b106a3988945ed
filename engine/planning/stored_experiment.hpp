// One experiment of a store: its configuration, and its results without padding.
#pragma once

#include "engine/sweep/experiment_id.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// The configuration in a row of a table that has all parameters.
Config stored_config(const Schema& schema, const Row& cells);

/// Identity of the configuration with each real rounded as people write it (decimal()), where that differs from the
/// configuration's own; else empty. Before version 0.2 a range could give 0.0009999999999999998 where it gives 0.001
/// now: a row with the former belongs to the experiment with the latter.
std::string decimal_identity(const Schema& schema, const Config& config);

class StoredExperiment {
 public:
  /// Reads its row. Throws Error if the task's columns differ from the store's, or if the row is final and does not
  /// match its checksum. A task that this program does not have is described by the table.
  StoredExperiment(const TaskRegistry& tasks, const FoundExperiment& found);

  const Task& task() const { return known_ ? *known_ : *described_; }
  const Config& config() const { return config_; }
  std::int64_t row() const { return row_; }
  std::string identity() const { return std::get<std::string>(cells_.at("identity")); }
  Outcome outcome() const { return Outcome(std::get<std::int64_t>(cells_.at("status"))); }

  /// The output's shape for this configuration, and its values; the shape of a scalar is empty.
  std::vector<std::int64_t> shape(const Output& output) const;
  Array array(const Output& output) const;
  /// Whether the row was written before this column was added.
  bool lacks(const Column& column) const {
    const auto cell = cells_.find(column.name);
    return cell == cells_.end() || is_neutral(column, cell->second);
  }

  /// Names and shapes of its weights; one flat array if neither this program nor a sampler's base has the task; none if
  /// it keeps none. Throws Error(store) if the number it keeps is not this program's.
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
