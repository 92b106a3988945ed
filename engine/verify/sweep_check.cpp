#include "engine/verify/sweep_check.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "engine/planning/planned_sweep.hpp"
#include "engine/planning/row_check.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {
namespace {

/// One task's rows by identity, with their outcome and attempts. A damaged row counts as pending: the next launch runs
/// it again.
class StoredRows {
 public:
  StoredRows(const TaskRegistry& tasks, const StoredTable& table) {
    check_rows(table, task_of(tasks, table.table()), [&](const CheckedRow& row) {
      const bool ended = row.damage.empty() && row.status >= 0 && row.status < outcome_count;
      const Stored stored{ended ? Outcome(row.status) : Outcome::pending,
                          std::get<std::int64_t>(row.cells.at("attempts")), row.weights > 0};
      rows_.emplace(std::get<std::string>(row.cells.at("identity")), stored);
      if (!row.decimal.empty()) decimal_.emplace(row.decimal, stored);
    });
  }

  struct Stored {
    Outcome outcome;
    std::int64_t attempts;
    bool has_weights;
  };
  const Stored* find(const std::string& identity) const {
    if (const auto own = rows_.find(identity); own != rows_.end()) return &own->second;
    const auto found = decimal_.find(identity);
    return found == decimal_.end() ? nullptr : &found->second;
  }

 private:
  std::unordered_map<std::string, Stored> rows_, decimal_;
};

bool is_to_run_again(const Experiment& e, Outcome outcome, bool has_weights, const Rerun& rerun) {
  return rerun.outcomes.contains(outcome) ||
         (rerun.missing_weights && outcome == Outcome::done && e.settings.keep_weights && !has_weights);
}

}  // namespace

nlohmann::json check_sweep(const TaskRegistry& known, const SweepSource& source, const std::string& path,
                           const Rerun& rerun) {
  auto [sweep, tasks] = source.read(known);
  sweep = planned_sweep(tasks, std::move(sweep), path, rerun.outcomes).sweep;
  const auto experiments = expand(tasks, sweep, source.only).experiments;
  std::unordered_map<std::string, StoredRows> stored;
  if (std::filesystem::exists(path)) {
    const StoreReader store(path);
    for (const auto& table : store.tables()) stored.emplace(table.table().task, StoredRows(tasks, table));
  }
  std::array<std::size_t, outcome_count> counts{};
  std::int64_t attempts = 0, again = 0, uninterruptible = 0;
  for (const auto& e : experiments) {
    const auto table = stored.find(e.task->schema().task);
    const auto* row = table == stored.end() ? nullptr : table->second.find(e.identity);
    const bool goes_on = row && row->outcome == Outcome::pruned && !sweep.search;
    const auto outcome = row && !goes_on ? row->outcome : Outcome::pending;
    ++counts[std::size_t(outcome)];
    uninterruptible += outcome == Outcome::pending && !e.task->resumable(e.config);
    if (!row) continue;
    attempts += row->attempts;
    again += is_to_run_again(e, row->outcome, row->has_weights, rerun);
  }
  nlohmann::json json{{"experiments", experiments.size()},
                      {"attempts", attempts},
                      {"again", again},
                      {"uninterruptible", uninterruptible}};
  for (int i = 0; i < outcome_count; ++i) json[std::string(name_of(Outcome(i)))] = counts[std::size_t(i)];
  return json;
}

}  // namespace icsweep
