// A row of a store, and what is wrong with it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/store/table.hpp"

namespace icsweep {

struct CheckedRow {
  std::int64_t index;
  const Row& cells;
  std::int64_t status;  ///< the byte as it stands, which may be none of the outcomes
  /// Phrases that say what does not match; the row is sound if both lists are empty.
  std::vector<std::string> damage{};     ///< in the row itself: its experiment must be run again
  std::vector<std::string> misplaced{};  ///< in `planned` or the index of weights: rewriting the store repairs it
  /// The outcome that a pending row's checksum fits: the row was written but never marked, or its mark is damaged.
  std::optional<Outcome> unmarked{};
  std::string parameters{};  ///< identity of the row's parameters; empty if no task of this program fits the table
  std::string decimal{};     ///< the parameters' decimal_identity()
  std::int64_t weights = 0;  ///< how many trained parameters a row that has ended keeps
};

}  // namespace icsweep
