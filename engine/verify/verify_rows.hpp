// Checks all rows of a store against their checksums and their sweep.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "io/store/store.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// A row that is not as it was written.
struct Finding {
  std::string task, identity;  ///< identity: as stored
  std::int64_t row;
  std::vector<std::string> wrong;  ///< phrases that say what does not match
};

struct Verified {
  std::size_t rows = 0, sound = 0, pending = 0;
  std::size_t unmarked = 0;                                 ///< pending rows that are complete
  std::map<std::string, std::set<std::int64_t>> damaged{};  ///< rows by task
  std::vector<std::string> notes{};                         ///< checks that were not possible, and why

  std::size_t damaged_rows() const;
};

/// Reads every row and reports damaged ones to `tell`. `leased`: a launch writes the store or was killed while it did,
/// so that a row may be complete and not yet marked; otherwise such a row is damaged.
Verified verify_rows(const TaskRegistry& tasks, const Store& store, bool leased,
                     const std::function<void(const Finding&)>& tell);

}  // namespace icsweep
