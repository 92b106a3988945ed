// Ledgers: one record per experiment, of a store alone or of a sweep and its store.
#pragma once

#include <string>
#include <vector>

#include "engine/ledger/store_plan.hpp"
#include "engine/search/planned_experiments.hpp"

namespace icsweep {

/// Outcomes of one table of a store.
struct TableOutcomes {
  struct Row {
    Outcome outcome;
    bool planned;
    std::string identity;
  };
  const StoredTable* table;
  Indexed<RowIndex, Row> rows;
};

/// Reads the columns of outcomes, plan and identities, and no other.
TableOutcomes outcomes_of(const StoredTable& table);
std::vector<TableOutcomes> outcomes_of(const Store& store);

/// Experiments of one table of a store, by row.
struct TableLedger {
  const StoredTable* table;
  std::vector<LedgerEntry> entries;
  std::vector<std::string> identities, builds;  ///< builds: "" for rows of a version before 0.2
};

/// Reads the columns of outcomes, launches and hashes once, and no checksum. The store says what is planned. Pending
/// experiments are asked for unless the last launch ended everything that it was asked for. Pruned experiments stay
/// pruned.
TableLedger ledger_of(const StoreHeader& header, const StoredTable& table);
std::vector<TableLedger> ledger_of(const Store& store);

/// A sweep compared with its store.
struct SweepLedger {
  PlannedExperiments planned;
  StorePlan plan;  ///< has an entry for each planned experiment, by task
};

/// Reads the store, if there is one, and checks every row. Changes nothing. Throws the errors of a launch of this
/// sweep.
SweepLedger ledger_of(const ResolvedSweep& sweep, const std::string& store, const Rerun& rerun = {});

}  // namespace icsweep
