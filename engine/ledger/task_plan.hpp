// Part of a launch's plan for one task, while it is made.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/ledger/store_plan.hpp"
#include "io/schema/identity_map.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {

/// The metric of a search along the training of a row that has ended.
struct EndedCurve {
  std::vector<double> values{};
  std::int64_t last_step = 0;
};

struct TaskPlan {
  TablePlan table;
  std::vector<const Experiment*> experiments;
  bool keeps_weights = false;  // some row keeps weights: the table's plan then has an entry for every row
  IdentityMap<RowIndex> rows;
  Indexed<RowIndex, LedgerEntry> entries;   // of the store's rows
  std::map<RowIndex, Identity> doubtful;    // identity of their parameters, of rows with another identity
  std::map<RowIndex, std::string> decimal;  // decimal_identity() of rows where it differs
  bool lacks_columns = false;               // the store's table lacks columns that were added since
  std::set<RowIndex> damaged;               // rows that have ended and do not match their checksums
  bool misplaced = false;                   // `planned` or the index of weights of some row is wrong
  std::string metric;                       // curve of the sweep's search, or empty
  std::map<RowIndex, EndedCurve> curves;    // of rows that have ended

  std::map<std::string, std::string> earlier_code;  // of rows with other code than the sweep's, by setting_of()
  std::set<std::string> codes;                      // in rows, and the sweep's; empty for a task without code

  /// Damaged rows of experiments that are not asked for.
  std::set<RowIndex> left() const;
};

/// Identity of the configuration without the hash of its code; empty for a task without code.
std::string setting_of(const Schema& schema, Config config);

/// Makes a plan without rows for each task of the experiments.
std::map<std::string, TaskPlan> plans_of(const std::vector<Experiment>& experiments);

/// Takes over a stored table with its rows and outcomes. Extents and text widths grow to at least those of the table.
/// relied_on: parameters that the sweep leaves at their default value. Throws Error(store) for a table that differs, or
/// if a default value that is relied on has changed.
void adopt(const TaskRegistry& tasks, TaskPlan& plan, const StoredTable& stored, const std::set<std::string>& relied_on,
           const std::string& path, StorePlan& result);

/// Sets a row back to pending. It keeps its curves if it resumes.
void reset(TaskPlan& plan, const Experiment& e, RowIndex row, bool goes_on = false);

/// Repairs a damaged row of an experiment. Of a pending row only the parameters are written again.
void heal(TaskPlan& plan, const Experiment& e, RowIndex row);

}  // namespace icsweep
