// One task's part of a launch's plan while it is made: what the store's rows say of its experiments.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/planning/store_plan.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {

struct TaskPlan {
  TablePlan table;
  std::vector<const Experiment*> experiments;
  std::unordered_map<std::string, std::int64_t> rows;  // by identity
  std::vector<LedgerEntry> entries;                    // of the store's rows
  std::map<std::int64_t, std::string> doubtful;        // identity of the parameters, of rows with another identity
  std::map<std::int64_t, std::string> decimal;         // decimal_identity() of rows where it differs
  bool lacks_columns = false;                          // the store's table lacks columns that were added since
  std::set<std::int64_t> damaged;                      // rows that have ended and do not match their checksums
  bool misplaced = false;                              // some row's index of weights is wrong
  std::string metric;                                  // curve of the sweep's search, or empty
  std::map<std::int64_t, std::vector<double>> curves;  // of rows that have ended

  /// Damaged rows of no experiment that is asked for.
  std::set<std::int64_t> left() const;
};

/// A plan for each task of the experiments, without rows.
std::map<std::string, TaskPlan> plans_of(const std::vector<Experiment>& experiments);

/// Takes over a stored table: its rows, their outcomes, and extents and text widths at least as large. relied_on:
/// parameters that the sweep leaves at their default value. Throws Error(store) for a table that differs, or a default
/// value that changed and is relied on.
void adopt(const TaskRegistry& tasks, TaskPlan& plan, const StoredTable& stored, const std::set<std::string>& relied_on,
           const std::string& path, StorePlan& result);

/// Sets a row back to pending; it keeps its curves if it goes on from where it was.
void reset(TaskPlan& plan, const Experiment& e, std::int64_t row, bool goes_on = false);

/// Repairs a damaged row of an experiment. A pending row only needs its parameters written anew.
void heal(TaskPlan& plan, const Experiment& e, std::int64_t row);

}  // namespace icsweep
