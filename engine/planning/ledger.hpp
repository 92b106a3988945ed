// Ledgers: one record for each experiment, of a store alone or of a sweep and its store.
#pragma once

#include <string>
#include <vector>

#include "engine/planning/store_plan.hpp"
#include "engine/search/planned_experiments.hpp"

namespace icsweep {

/// The experiments of one of a store's tables, by row.
struct TableLedger {
  const StoredTable* table;
  std::vector<LedgerEntry> entries;
  std::vector<std::string> identities, builds;  ///< builds: empty texts for rows of a version before 0.2
};

/// Reads the columns of outcomes, launches and hashes once, and no row's checksum. What is planned follows from the
/// store: it plans its pending experiments and, unless its last launch ended all that it was asked for, asks for them.
/// Pruned experiments stay pruned.
TableLedger ledger_of(const StoreHeader& header, const StoredTable& table);
std::vector<TableLedger> ledger_of(const Store& store);

/// A sweep compared with its store.
struct SweepLedger {
  PlannedExperiments planned;
  StorePlan plan;  ///< its ledger has an entry for each planned experiment, by task
};

/// Reads the store, if there is one, and checks every row; changes nothing. Throws Error as a launch with this sweep
/// would.
SweepLedger ledger_of(const ResolvedSweep& sweep, const std::string& store, const Rerun& rerun = {});

}  // namespace icsweep
