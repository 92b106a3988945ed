#include "engine/sweep_check.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <unordered_map>

#include "engine/row_check.hpp"
#include "engine/stored_experiment.hpp"
#include "io/decimal.hpp"

namespace icsweep {
namespace {

/// One task's rows by identity, and of each what the check asks.
class StoredRows {
 public:
  explicit StoredRows(const hdf5::OpenTable& table)
      : status_(table.integers("status")), attempts_(table.integers("attempts")) {
    if (table.flat_weights()) weights_ = table.integers("weights_count");
    const auto identities = table.texts("identity");
    for (std::size_t row = 0; row < identities.size(); ++row) rows_.emplace(identities[row], row);
    add_decimal(table);
  }
  std::optional<std::size_t> find(const std::string& identity) const {
    const auto found = rows_.find(identity);
    return found == rows_.end() ? std::nullopt : std::optional(found->second);
  }
  Outcome outcome(std::size_t row) const {
    return status_[row] >= 0 && status_[row] < outcome_count ? Outcome(status_[row]) : Outcome::pending;
  }
  std::int64_t attempts(std::size_t row) const { return attempts_[row]; }
  bool has_weights(std::size_t row) const { return !weights_.empty() && weights_[row] > 0; }

 private:
  /// What people would write otherwise is found by that name, too.
  void add_decimal(const hdf5::OpenTable& table) {
    const Task* task = task_of(table.table());
    if (!task) return;
    std::set<std::int64_t> others;
    for (const auto& p : task->schema().parameters) {
      if (p.type() != Type::real || !table.table().find(p.name)) continue;
      const auto values = table.reals(p.name);
      for (std::size_t row = 0; row < values.size(); ++row)
        if (decimal(values[row]) != values[row]) others.insert(std::int64_t(row));
    }
    for (const std::int64_t row : others) {
      const Config config = stored_config(task->schema(), table.read_rows(row, 1).at(0));
      rows_.emplace(decimal_identity(task->schema(), config), std::size_t(row));
    }
  }

  std::vector<std::int64_t> status_, attempts_, weights_;
  std::unordered_map<std::string, std::size_t> rows_;
};

bool is_to_run_again(const Experiment& e, Outcome outcome, bool has_weights, const Rerun& rerun) {
  return rerun.outcomes.contains(outcome) ||
         (rerun.missing_weights && outcome == Outcome::done && e.settings.keep_weights && !has_weights);
}

}  // namespace

nlohmann::json check_sweep(const RunOptions& options) {
  const auto experiments = expand(options.sweep.read(), options.sweep.only).experiments;
  std::unordered_map<std::string, StoredRows> stored;
  if (std::filesystem::exists(options.store)) {
    const StoreReader store(options.store);
    for (const auto& table : store.tables()) stored.emplace(table.table().task, StoredRows(table));
  }
  std::array<std::size_t, outcome_count> counts{};
  std::int64_t attempts = 0, again = 0;
  for (const auto& e : experiments) {
    const auto table = stored.find(e.task->schema().task);
    const auto row = table == stored.end() ? std::nullopt : table->second.find(e.identity);
    const Outcome outcome = row ? table->second.outcome(*row) : Outcome::pending;
    ++counts[std::size_t(outcome)];
    if (!row) continue;
    attempts += table->second.attempts(*row);
    again += is_to_run_again(e, outcome, table->second.has_weights(*row), options.rerun);
  }
  nlohmann::json json{{"experiments", experiments.size()}, {"attempts", attempts}, {"again", again}};
  for (int i = 0; i < outcome_count; ++i) json[std::string(name_of(Outcome(i)))] = counts[std::size_t(i)];
  return json;
}

}  // namespace icsweep
