// Counts the rows that a launch leaves in the file, independently of the launch's own counts.
#pragma once

#include <array>
#include <string>

#include "engine/ledger/ledger.hpp"

namespace icsweep {

struct Audit {
  std::array<std::size_t, outcome_count> planned{};  ///< planned rows by outcome
  std::size_t duplicates = 0;                        ///< rows whose experiment has an earlier row, planned or not
  std::string first_duplicate{};                     ///< identity of the first such row
};

Audit audited(const std::vector<TableOutcomes>& tables);

/// One line about the store at `path` if an experiment has two rows, or if the counts differ from those of the launch.
/// Empty if all is correct. had_guests: guests may have written rows of which this launch did not hear, because it was
/// frozen or cut off at the end.
std::string complaint(const std::string& path, const Audit& audit,
                      const std::array<std::size_t, outcome_count>& counted, bool had_guests = false);

}  // namespace icsweep
