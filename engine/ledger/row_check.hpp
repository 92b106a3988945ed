// Checks that rows of a store are as they were written, and that weights are in their places.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ledger/due.hpp"
#include "io/schema/identity_map.hpp"
#include "io/store/store.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// A row and its faults. It is sound if both lists are empty.
class CheckedRow {
 public:
  /// The block must live longer.
  CheckedRow(const RowBlock& block, std::size_t at, std::string_view identity, bool is_pending);

  LedgerEntry entry{};
  std::vector<std::string> damage{};  ///< phrases about the row itself; its experiment must run again
  std::vector<std::string>
      misplaced{};  ///< phrases about `planned` or the index of weights; a rewrite of the store repairs them
  /// The outcome that the checksum of a pending row fits. The row was never marked, or its mark is damaged.
  std::optional<Outcome> unmarked{};
  /// Identity of the row's parameters; nothing if no task of this program fits the table.
  std::optional<Identity> parameters{};
  std::string decimal{};  ///< the parameters' decimal_identity()

  std::int64_t index() const { return entry.row->value(); }
  const std::string& identity() const { return identity_; }
  bool is_pending() const { return is_pending_; }
  /// Its cells by name. The first call makes them.
  const Row& cells() const;

 private:
  const RowBlock& block_;
  std::size_t at_;
  std::string identity_;
  bool is_pending_;
  mutable std::optional<Row> cells_{};
};

/// The task that has the columns of the table, or null.
const Task* task_of(const TaskRegistry& tasks, const Table& stored);

/// Checks every row, in order, in blocks of some megabytes. The parameters of a pending row must have its identity. A
/// row that has ended must match in every byte except the signs of its NaNs. Weights must follow each other without
/// gaps, in the order of rows. Without a task, neither identities nor places reserved for weights are checked.
/// from: the first row to check; beyond 0 only for a table without weights.
void check_rows(const StoredTable& table, const Task* task, const std::function<void(const CheckedRow&)>& visit,
                std::int64_t from = 0);

/// Checks only the given rows, without the places of their weights.
void check_some_rows(const StoredTable& table, const Task* task, const std::set<std::int64_t>& rows,
                     const std::function<void(const CheckedRow&)>& visit);

}  // namespace icsweep
