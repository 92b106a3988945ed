// Results from which the rounds of proposals of a sweep follow.
#pragma once

#include <set>
#include <string>

#include "engine/ledger/ledger.hpp"
#include "engine/ledger/row_check.hpp"
#include "engine/search/proposals.hpp"
#include "engine/sweep/resolved_sweep.hpp"
#include "io/store/store.hpp"

namespace icsweep {

/// True if proposals may follow from it: it has ended, is not pruned, and will not run again.
bool has_result(const LedgerEntry& entry, const Rerun& again = {});

/// The metrics of a row that has ended: NaN if it is not done or lacks the metric; of a curve its last value.
std::vector<double> metrics_of(const CheckedRow& row, const RoundsTable& rounds);

/// Collects the results from rows that are read for another purpose as well.
class EndedRows {
 public:
  /// The sweep must live longer.
  explicit EndedRows(const ResolvedSweep& sweep, Rerun again = {});
  void add(const std::string& task, const CheckedRow& row);
  EndedExperiments take() { return std::move(ended_); }

 private:
  const ResolvedSweep& sweep_;
  Rerun again_;
  std::set<std::string> tasks_;  // of the grids; empty for a sweep without rounds
  EndedExperiments ended_;
};

/// Experiments of the sweep's tasks that have ended with sound rows. Those that `again` retries will run again
/// and are left out. Empty for a sweep without rounds.
EndedExperiments ended_experiments(const ResolvedSweep& sweep, const Store& store, const Rerun& again = {});

/// Same for the store at a path; empty if there is no file. Throws Error(store) for a file that is no store, and
/// Error(config) "FILE:LINE: …" if another version of the estimator proposed the store's rounds.
EndedExperiments ended_experiments(const ResolvedSweep& sweep, const std::string& store, const Rerun& again = {});

/// Same without a checksum, for `icsweep status`. Damaged rows count, and rows before version 0.2 only by their own
/// identity.
EndedExperiments ended_experiments(const ResolvedSweep& sweep, const std::vector<TableLedger>& ledger);

}  // namespace icsweep
