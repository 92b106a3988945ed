#include "engine/planning/planned_sweep.hpp"

#include <cmath>
#include <filesystem>
#include <limits>

#include "engine/planning/row_check.hpp"
#include "engine/sweep/points.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// A scalar, or the last number of a curve, which is padded with NaN.
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

EndedExperiments ended_experiments(const TaskRegistry& tasks, const Store& store, const Sweep& sweep,
                                   const std::set<Outcome>& again) {
  EndedExperiments ended;
  std::set<const Task*> seen;
  for (const auto& grid : sweep.grids) {
    const Task& task = task_of(tasks, grid);
    const StoredTable* table = store.find(task.schema().task);
    if (!table || !seen.insert(&task).second) continue;
    check_rows(*table, task_of(tasks, table->table()), [&](const CheckedRow& row) {
      const bool has_ended = row.damage.empty() && row.status > 0 && row.status < outcome_count;
      const auto outcome = Outcome(row.status);
      if (!has_ended || outcome == Outcome::pruned || again.contains(outcome)) return;
      const double metric = outcome == Outcome::done ? metric_of(row.cells, sweep.rounds->metric.name) : none;
      ended[std::get<std::string>(row.cells.at("identity"))] = metric;
      if (!row.decimal.empty()) ended.emplace(row.decimal, metric);
    });
  }
  return ended;
}

GrownSweep planned_sweep(const TaskRegistry& tasks, Sweep sweep, const std::string& store,
                         const std::set<Outcome>& again) {
  if (!sweep.rounds) return {std::move(sweep)};
  const EndedExperiments ended =
      std::filesystem::exists(store) ? ended_experiments(tasks, StoreReader(store), sweep, again) : EndedExperiments{};
  return with_proposals(tasks, std::move(sweep), ended);
}

}  // namespace icsweep
