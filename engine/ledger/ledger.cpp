#include "engine/ledger/ledger.hpp"

#include <cmath>

#include "engine/ledger/checkpoint_index.hpp"
#include "engine/ledger/ended_experiments.hpp"
#include "engine/ledger/version.hpp"

namespace icsweep {
namespace {

/// True if the last launch of the store ended everything that it was asked for. It was then not asked for pending
/// experiments.
bool has_left_out(const StoreHeader& header) {
  if (header.launches.empty()) return false;
  const std::string& last = header.launches.back().ending;
  return last == ending::complete || last == ending::with_failures;
}

}  // namespace

TableOutcomes outcomes_of(const StoredTable& table) {
  const auto status = table.integers("status"), planned = table.integers("planned");
  auto identities = table.texts("identity");
  TableOutcomes outcomes{&table, {}};
  for (std::size_t i = 0; i < status.size(); ++i)
    outcomes.rows.push_back({outcome_of_status(status[i]), planned[i] == 1, std::move(identities[i])});
  return outcomes;
}

std::vector<TableOutcomes> outcomes_of(const Store& store) {
  std::vector<TableOutcomes> outcomes;
  for (const auto& table : store.tables()) outcomes.push_back(outcomes_of(table));
  return outcomes;
}

TableLedger ledger_of(const StoreHeader& header, const StoredTable& table) {
  TableOutcomes outcomes = outcomes_of(table);
  const auto attempts = table.integers("attempts");
  const auto finished = table.reals("finished");
  const bool has_rungs = table.table().find(rung_column), has_builds = table.table().find("build");
  const auto rungs = has_rungs ? table.integers(rung_column) : std::vector<std::int64_t>();
  const auto metrics = table.table().find(rung_metric_column) ? table.reals(rung_metric_column) : std::vector<double>();
  TableLedger ledger{&table, {}, {}, {}};
  ledger.builds = has_builds ? table.texts("build") : std::vector<std::string>(attempts.size());
  ledger.entries.resize(attempts.size());
  const std::string this_build = build_hash();
  const bool asked = !has_left_out(header);
  for (const RowIndex row : outcomes.rows.indices()) {
    const std::size_t i = std::size_t(row.value());
    auto& [outcome, planned, identity] = outcomes.rows[row];
    ledger.identities.push_back(std::move(identity));
    LedgerEntry& e = ledger.entries[i];
    e.row = row;
    e.planned = planned;
    e.attempts = counted_attempts(outcome, attempts[i], finished[i]);
    e.outcome = outcome;
    e.asked = asked || e.outcome != Outcome::pending;
    e.stays_pruned = e.outcome == Outcome::pruned;
    if (has_rungs && e.stays_pruned) e.rung = rungs[i];
    e.came_to_rung = !metrics.empty() && !std::isnan(metrics[i]);
    e.foreign = ledger.builds[i] != this_build;
    e.due = due(e);
  }
  return ledger;
}

std::vector<TableLedger> ledger_of(const Store& store) {
  std::vector<TableLedger> ledger;
  for (const auto& table : store.tables()) ledger.push_back(ledger_of(store.header(), table));
  return ledger;
}

SweepLedger ledger_of(const ResolvedSweep& sweep, const std::string& store, const Rerun& rerun) {
  SweepLedger ledger{planned_experiments(sweep, ended_experiments(sweep, store, rerun)), {}};
  const PlannedExperiments& planned = ledger.planned;
  Request request{.command = {}, .rerun = rerun, .defaulted = planned.points.defaulted};
  if (planned.search) request.search = &*planned.search, request.saved_rungs = saved_rungs(store);
  ledger.plan = compare_store(sweep, store, planned.points.experiments, request);
  return ledger;
}

}  // namespace icsweep
