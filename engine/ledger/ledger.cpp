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

TableLedger ledger_of(const StoreHeader& header, const StoredTable& table) {
  const auto integers = [&](const char* name) { return table.integers(name); };
  const auto status = integers("status"), planned = integers("planned"), attempts = integers("attempts");
  const bool has_rungs = table.table().find(rung_column), has_builds = table.table().find("build");
  const auto rungs = has_rungs ? integers(rung_column) : std::vector<std::int64_t>();
  const auto metrics = table.table().find(rung_metric_column) ? table.reals(rung_metric_column) : std::vector<double>();
  TableLedger ledger{&table, {}, table.texts("identity"), {}};
  ledger.builds = has_builds ? table.texts("build") : std::vector<std::string>(status.size());
  ledger.entries.resize(status.size());
  const std::string this_build = build_hash();
  const bool asked = !has_left_out(header);
  for (std::size_t i = 0; i < status.size(); ++i) {
    LedgerEntry& e = ledger.entries[i];
    e.row = RowIndex(std::int64_t(i));
    e.planned = planned[i] == 1;
    e.attempts = attempts[i];
    e.outcome = outcome_of_status(status[i]);
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
  SweepLedger ledger{planned_experiments(sweep, ended_experiments(sweep, store, rerun.outcomes)), {}};
  const PlannedExperiments& planned = ledger.planned;
  Request request{.command = {}, .rerun = rerun, .defaulted = planned.points.defaulted};
  if (planned.search) request.search = &*planned.search, request.saved_rungs = saved_rungs(store);
  ledger.plan = compare_store(sweep, store, planned.points.experiments, request);
  return ledger;
}

}  // namespace icsweep
