// Settings of two stores' tables of a task, and their means.
#pragma once

#include <unordered_map>

#include "engine/verify/store_difference.hpp"

namespace icsweep {

/// One store's table of a task: what a comparison asks of each row.
class ComparedTable {
 public:
  ComparedTable(const StoredTable& stored, Counting counting)
      : keys(stored.texts("identity")),
        digests(stored.integers("digest")),
        stored_(stored),
        status_(stored.integers("status")) {
    const auto planned = stored.integers("planned");
    for (std::size_t row = 0; row < keys.size(); ++row) {
      if (!is_planned(planned[row], counting)) continue;
      rows.push_back(row);
      row_of.emplace(keys[row], row);
    }
  }

  const StoredTable& stored() const { return stored_; }
  Outcome outcome(std::size_t row) const { return Outcome(status_[row]); }

  std::vector<std::size_t> rows;                        ///< that are compared
  std::vector<std::string> keys;                        ///< of each row: the identity by which the other store has it
  std::unordered_map<std::string, std::size_t> row_of;  ///< by key
  std::vector<std::int64_t> digests;

 private:
  const StoredTable& stored_;
  std::vector<std::int64_t> status_;
};

/// Adds the settings of both tables to the answer, and the means of those that have a changed row. A parameter that one
/// table lacks has its neutral value there.
void compare_settings(const ComparedTable& a, const ComparedTable& b, const std::vector<bool>& changed_a,
                      const std::vector<bool>& changed_b, TaskDifference& answer);

}  // namespace icsweep
