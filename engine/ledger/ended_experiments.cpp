#include "engine/ledger/ended_experiments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>

#include "engine/ledger/stored_sweep.hpp"
#include "engine/sweep/points.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// The scalar, or the last number of a curve; curves are padded with NaN.
double last_of(std::span<const double> values) {
  const auto last = std::find_if(values.rbegin(), values.rend(), [](double value) { return !std::isnan(value); });
  return last == values.rend() ? none : *last;
}

/// The metrics of an experiment that is not done.
std::vector<double> no_metrics(const RoundsTable& rounds) {
  return std::vector<double>(rounds.metrics.size(), none);
}

double metric_of(const Row& cells, const std::string& metric) {
  const auto found = cells.find(metric);
  if (found == cells.end()) return none;
  if (const auto* scalar = std::get_if<double>(&found->second)) return *scalar;
  return last_of(std::get<Array>(found->second).values);
}

/// Names of the tasks of the grids.
std::set<std::string> tasks_in(const ResolvedSweep& sweep) {
  std::set<std::string> names;
  for (const auto& grid : sweep.sweep().grids) names.insert(task_of(sweep.tasks(), grid).schema().task);
  return names;
}

/// Version of the estimator that proposed the store's rounds; nothing if it has none, or if that is not known.
std::optional<std::int64_t> version_of_rounds(const TaskRegistry& tasks, const StoreHeader& header) try {
  const auto stored = stored_sweep(tasks, header).sweep;
  if (!stored || !stored->sweep().rounds) return std::nullopt;
  return stored->sweep().rounds->version;
} catch (const Error&) {  // the text is of another version of the program
  return std::nullopt;
}

void expect_version(const ResolvedSweep& sweep, const std::string& store, const StoreHeader& header) {
  const RoundsTable& rounds = *sweep.sweep().rounds;
  const std::int64_t version = version_of_rounds(sweep.tasks(), header).value_or(rounds.version);
  if (!propose_alike(sweep.tasks(), sweep.sweep(), version, rounds.version))
    throw sweep_error(rounds.place, fmt::format("{0} has rounds of version {1} of proposals, add version = {1} to "
                                                "[search] to continue them, or name another store",
                                                store, version));
}

/// Adds metric m of the done experiments of a task.
void add_metric(const TableLedger& table, const std::string& name, std::size_t m, EndedExperiments& ended) {
  if (table.entries.empty() || !table.table->table().find(name)) return;
  const std::vector<double> values = table.table->reals(name);
  const std::size_t width = values.size() / table.entries.size();
  for (std::size_t i = 0; i < table.entries.size(); ++i)
    if (table.entries[i].outcome == Outcome::done)
      ended[table.identities[i]][m] = last_of(std::span(values).subspan(i * width, width));
}

}  // namespace

bool has_result(const LedgerEntry& e, const Rerun& again) {
  return e.outcome != Outcome::pending && e.outcome != Outcome::pruned && !is_retried(e, again);
}

std::vector<double> metrics_of(const CheckedRow& row, const RoundsTable& rounds) {
  std::vector<double> metrics = no_metrics(rounds);
  if (row.entry.outcome == Outcome::done)
    for (std::size_t m = 0; m < metrics.size(); ++m) metrics[m] = metric_of(row.cells(), rounds.metrics[m].name);
  return metrics;
}

EndedRows::EndedRows(const ResolvedSweep& sweep, Rerun again)
    : sweep_(sweep),
      again_(std::move(again)),
      tasks_(sweep.sweep().rounds ? tasks_in(sweep) : std::set<std::string>()) {}

void EndedRows::add(const std::string& task, const CheckedRow& row) {
  const LedgerEntry& e = row.entry;
  if (!tasks_.contains(task) || e.soundness != Soundness::sound || !has_result(e, again_)) return;
  std::vector<double> metrics = metrics_of(row, *sweep_.sweep().rounds);
  ended_[row.identity()] = metrics;
  if (!row.decimal.empty()) ended_.emplace(row.decimal, std::move(metrics));
}

EndedExperiments ended_experiments(const ResolvedSweep& sweep, const Store& store, const Rerun& again) {
  EndedRows ended(sweep, again);
  if (!sweep.sweep().rounds) return {};
  for (const auto& name : tasks_in(sweep))
    if (const StoredTable* table = store.find(name))
      check_rows(*table, task_of(sweep.tasks(), table->table()), [&](const CheckedRow& row) { ended.add(name, row); });
  return ended.take();
}

EndedExperiments ended_experiments(const ResolvedSweep& sweep, const std::vector<TableLedger>& ledger) {
  EndedExperiments ended;
  if (!sweep.sweep().rounds) return ended;
  const RoundsTable& rounds = *sweep.sweep().rounds;
  const std::set<std::string> tasks = tasks_in(sweep);
  for (const TableLedger& table : ledger) {
    if (!tasks.contains(table.table->table().task)) continue;
    for (std::size_t i = 0; i < table.entries.size(); ++i)
      if (has_result(table.entries[i])) ended[table.identities[i]] = no_metrics(rounds);
    for (std::size_t m = 0; m < rounds.metrics.size(); ++m) add_metric(table, rounds.metrics[m].name, m, ended);
  }
  return ended;
}

EndedExperiments ended_experiments(const ResolvedSweep& sweep, const std::string& store, const Rerun& again) {
  if (!sweep.sweep().rounds || !std::filesystem::exists(store)) return {};
  const StoreReader reader(store);
  expect_version(sweep, store, reader.header());
  return ended_experiments(sweep, reader, again);
}

}  // namespace icsweep
