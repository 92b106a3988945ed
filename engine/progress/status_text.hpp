// A store's status in words and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/progress/store_status.hpp"

namespace icsweep {

/// "17 done, 1 failed", or "none".
std::string to_text(const OutcomeCounts& counts);

/// "augmented: 18 planned: 16 done, 2 failed", then "  2 failed: out of memory: 0a1b2c3d 4e5f6071" for each of the
/// first messages. Every line ends with a newline.
std::string to_text(const TaskStatus& status);

/// "augmented: round 2 of 6 of proposals; best test_mse 0.0123 at depth=2 learning_rate=0.031", one line per grid.
std::string to_text(const RoundsStatus& status);

/// Counts what is left, and gives advice: "4 of 9 left, 4 of them saved at 37 % on average: run the same command to
/// resume", or "all 4 experiments have ended; add --retry failed to the command to run 1 of them again".
std::string left_text(const StoreStatus& status);

/// One line for each launch that helped the last one and has left: its ranks, when it joined, and how it left. Empty if
/// none did.
std::string guests_text(const StoreStatus& status);

/// One object with the fields of docs/reference/status.md.
nlohmann::json to_json(const StoreStatus& status);

}  // namespace icsweep
