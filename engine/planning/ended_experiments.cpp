#include "engine/planning/ended_experiments.hpp"

#include <cmath>
#include <filesystem>
#include <limits>

#include "engine/planning/row_check.hpp"
#include "engine/sweep/points.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// The scalar, or the last number of a curve; curves are padded with NaN.
double metric_of(const Row& cells, const std::string& metric) {
  const auto found = cells.find(metric);
  if (found == cells.end()) return none;
  if (const auto* scalar = std::get_if<double>(&found->second)) return *scalar;
  double last = none;
  for (const double value : std::get<Array>(found->second).values)
    if (!std::isnan(value)) last = value;
  return last;
}

}  // namespace

EndedExperiments ended_experiments(const ResolvedSweep& resolved, const Store& store, const std::set<Outcome>& again) {
  const TaskRegistry& tasks = resolved.tasks();
  const Sweep& sweep = resolved.sweep();
  EndedExperiments ended;
  if (!sweep.rounds) return ended;
  std::set<const Task*> seen;
  for (const auto& grid : sweep.grids) {
    const Task& task = task_of(tasks, grid);
    const StoredTable* table = store.find(task.schema().task);
    if (!table || !seen.insert(&task).second) continue;
    check_rows(*table, task_of(tasks, table->table()), [&](const CheckedRow& row) {
      const LedgerEntry& e = row.entry;
      if (e.soundness != Soundness::sound || e.outcome == Outcome::pruned || again.contains(e.outcome)) return;
      const double metric = e.outcome == Outcome::done ? metric_of(row.cells, sweep.rounds->metric.name) : none;
      ended[row.identity()] = metric;
      if (!row.decimal.empty()) ended.emplace(row.decimal, metric);
    });
  }
  return ended;
}

EndedExperiments ended_experiments(const ResolvedSweep& sweep, const std::string& store,
                                   const std::set<Outcome>& again) {
  if (!sweep.sweep().rounds || !std::filesystem::exists(store)) return {};
  return ended_experiments(sweep, StoreReader(store), again);
}

}  // namespace icsweep
