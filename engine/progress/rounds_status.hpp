// How far a store's rounds of proposals have come, for `icsweep status`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/search/proposals.hpp"
#include "io/store/store.hpp"

namespace icsweep {

struct RoundsStatus {
  std::string metric;
  std::int64_t rounds = 0;          ///< that follow each grid's sample
  std::vector<GridRounds> grids{};  ///< none if they cannot be known
};

/// Nothing if the store's sweep has no rounds, or if its text does not tell (stored_sweep.hpp).
std::optional<RoundsStatus> rounds_status(const TaskRegistry& tasks, const Store& store);

/// "augmented: round 2 of 6 of proposals; best test_mse 0.0123 at depth=2 learning_rate=0.031", a line for each grid.
std::string to_text(const RoundsStatus& status);
/// [{"task", "round", "rounds", "have_ended", "metric", "best", "best_draw": {"depth": 2}}], "best" null without one.
nlohmann::json to_json(const RoundsStatus& status);

}  // namespace icsweep
