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

/// True if proposals may follow from it.
bool has_result(const LedgerEntry& e, const std::set<Outcome>& again) {
  return e.outcome != Outcome::pending && e.outcome != Outcome::pruned && !again.contains(e.outcome);
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
  if (version != rounds.version)
    throw sweep_error(rounds.place, fmt::format("{0} has rounds of version {1} of proposals, add version = {1} to "
                                                "[search] to continue them, or name another store",
                                                store, version));
}

}  // namespace

EndedRows::EndedRows(const ResolvedSweep& sweep, std::set<Outcome> again)
    : sweep_(sweep),
      again_(std::move(again)),
      tasks_(sweep.sweep().rounds ? tasks_in(sweep) : std::set<std::string>()) {}

void EndedRows::add(const std::string& task, const CheckedRow& row) {
  const LedgerEntry& e = row.entry;
  if (!tasks_.contains(task) || e.soundness != Soundness::sound || !has_result(e, again_)) return;
  const double metric = e.outcome == Outcome::done ? metric_of(row.cells, sweep_.sweep().rounds->metric.name) : none;
  ended_[row.identity()] = metric;
  if (!row.decimal.empty()) ended_.emplace(row.decimal, metric);
}

EndedExperiments ended_experiments(const ResolvedSweep& sweep, const Store& store, const std::set<Outcome>& again) {
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
  const std::set<std::string> tasks = tasks_in(sweep);
  const std::string& metric = sweep.sweep().rounds->metric.name;
  for (const TableLedger& table : ledger) {
    if (!tasks.contains(table.table->table().task)) continue;
    const auto values = table.table->table().find(metric) ? table.table->reals(metric) : std::vector<double>();
    const std::size_t width = values.empty() ? 0 : values.size() / table.entries.size();
    for (std::size_t i = 0; i < table.entries.size(); ++i) {
      const LedgerEntry& e = table.entries[i];
      if (!has_result(e, {})) continue;
      const bool is_done = e.outcome == Outcome::done;
      ended[table.identities[i]] = is_done ? last_of(std::span(values).subspan(i * width, width)) : none;
    }
  }
  return ended;
}

EndedExperiments ended_experiments(const ResolvedSweep& sweep, const std::string& store,
                                   const std::set<Outcome>& again) {
  if (!sweep.sweep().rounds || !std::filesystem::exists(store)) return {};
  const StoreReader reader(store);
  expect_version(sweep, store, reader.header());
  return ended_experiments(sweep, reader, again);
}

}  // namespace icsweep
