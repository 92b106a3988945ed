// Counts what a launch leaves behind, from the file and not from what the launch remembers.
#pragma once

#include <array>
#include <string>

#include "io/store/store.hpp"

namespace icsweep {

struct Audit {
  std::array<std::size_t, outcome_count> planned{};  ///< planned rows by outcome
  std::size_t duplicates = 0;                        ///< rows whose experiment has an earlier row, planned or not
  std::string first_duplicate{};                     ///< identity of the first of these
};

Audit audit_store(const Store& store);

/// One line about the store at `path` if it has an experiment twice or if the numbers differ from those that the launch
/// counted; empty if all is well.
std::string complaint(const std::string& path, const Audit& audit,
                      const std::array<std::size_t, outcome_count>& counted);

}  // namespace icsweep
