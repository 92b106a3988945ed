// Compares the settings of two tables of a task, and their means.
#pragma once

#include <unordered_map>

#include "engine/ledger/ledger.hpp"
#include "engine/verify/store_difference.hpp"

namespace icsweep {

/// One store's table of a task, as comparisons need it.
class ComparedTable {
 public:
  ComparedTable(TableLedger ledger, Counting counting)
      : keys(std::move(ledger.identities)),
        digests(ledger.table->integers("digest")),
        stored_(*ledger.table),
        entries_(std::move(ledger.entries)) {
    for (std::size_t row = 0; row < keys.size(); ++row) {
      if (!is_planned(entries_[row].planned, counting)) continue;
      rows.push_back(row);
      row_of.emplace(keys[row], row);
    }
  }

  const StoredTable& stored() const { return stored_; }
  Outcome outcome(std::size_t row) const { return entries_[row].outcome; }
  std::string left_out(Counting counting) const {
    LeftOut left_out(counting);
    for (const LedgerEntry& e : entries_) left_out.add(std::int64_t(e.outcome), e.planned);
    return left_out.text(stored_.table().task);
  }

  std::vector<std::size_t> rows;                        ///< compared rows
  std::vector<std::string> keys;                        ///< by row, the identity of its experiment in the other store
  std::unordered_map<std::string, std::size_t> row_of;  ///< by key
  std::vector<std::int64_t> digests;

 private:
  const StoredTable& stored_;
  std::vector<LedgerEntry> entries_;
};

/// Adds the settings of both tables to the answer, and the means of settings with a changed row. A parameter that one
/// table lacks has its neutral value there.
void compare_settings(const ComparedTable& a, const ComparedTable& b, const std::vector<bool>& changed_a,
                      const std::vector<bool>& changed_b, TaskDifference& answer);

}  // namespace icsweep
