// A row of a store beside what is wrong with it.
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
  /// Each is a phrase that says what does not match; both empty: the row is sound.
  std::vector<std::string> damage{};     ///< in what was written with the row: it must be run again
  std::vector<std::string> misplaced{};  ///< in planned and the index of weights, which a rewriting puts right
  /// Of a pending row: the outcome that its checksum fits. It was written but never marked, or its mark is damaged.
  std::optional<Outcome> unmarked{};
  std::string parameters{};  ///< identity of the parameters as they stand; empty without a task to say it
  std::string decimal{};     ///< their decimal_identity()
  std::int64_t weights = 0;  ///< numbers of trained parameters that were kept with a row that has ended
};

}  // namespace icsweep
