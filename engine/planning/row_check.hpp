// Checks whether the rows of a store are as they were written, and where they keep their weights.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/planning/due.hpp"
#include "io/store/store.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// A row and its faults; it is sound if both lists are empty.
struct CheckedRow {
  LedgerEntry entry;
  const Row& cells;
  std::vector<std::string> damage{};     ///< phrases about the row itself: its experiment must run again
  std::vector<std::string> misplaced{};  ///< about `planned` or the index of weights: rewriting the store repairs it
  /// The outcome that a pending row's checksum fits: the row was written but never marked, or its mark is damaged.
  std::optional<Outcome> unmarked{};
  std::string parameters{};  ///< identity of the row's parameters; empty if no task of this program fits the table
  std::string decimal{};     ///< the parameters' decimal_identity()

  std::int64_t index() const { return entry.row->value(); }
  const std::string& identity() const { return std::get<std::string>(cells.at("identity")); }
  bool is_pending() const { return std::get<std::int64_t>(cells.at("status")) == std::int64_t(Outcome::pending); }
};

/// The task whose columns are those of the table, or null.
const Task* task_of(const TaskRegistry& tasks, const Table& stored);

/// Checks every row, in order, some megabytes at a time. The parameters of a pending row must have its identity; a row
/// that has ended must match in every byte but the signs of its NaNs. Weights lie one row's behind another's, without
/// gaps. Without a task, identities and the places of weights that were never written are not checked.
void check_rows(const StoredTable& table, const Task* task, const std::function<void(const CheckedRow&)>& visit);

/// Checks the given rows alone, without the places of their weights.
void check_some_rows(const StoredTable& table, const Task* task, const std::set<std::int64_t>& rows,
                     const std::function<void(const CheckedRow&)>& visit);

}  // namespace icsweep
