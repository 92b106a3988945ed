// Checks all rows of a store against their checksums and the sweep.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "io/store/store.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// A row that differs from what was written.
struct Finding {
  std::string task, identity;  ///< identity: as in the store
  std::int64_t row;
  std::vector<std::string> wrong;  ///< phrases, one per mismatch
};

struct Verified {
  std::size_t rows = 0, sound = 0, pending = 0;
  std::size_t unmarked = 0;                                 ///< complete rows that are marked pending
  std::map<std::string, std::set<std::int64_t>> damaged{};  ///< rows by task
  std::vector<std::string> notes{};                         ///< checks that were impossible, and why

  std::size_t damaged_rows() const;
};

/// Reads every row, and calls `report` for each damaged one. leased: a launch writes the store, or was killed while it
/// did. A row may then be complete and not yet marked; otherwise such a row is damaged.
Verified verify_rows(const TaskRegistry& tasks, const Store& store, bool leased,
                     const std::function<void(const Finding&)>& report);

}  // namespace icsweep
