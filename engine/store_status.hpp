// How a store's experiments stand, by task: what `icsweep status` says of a store, with or without a launch.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "io/hdf5_store.hpp"

namespace icsweep {

struct TaskStatus {
  std::string task;
  std::array<std::size_t, outcome_count> counts{};  ///< of planned experiments
  std::size_t planned = 0, unplanned = 0;
  std::vector<std::string> messages;  ///< of what did not end as done, the first few
};

std::vector<TaskStatus> status_of(const StoreReader& store);

/// "augmented: 18 planned: 17 done, 1 failed", a line for each message, each line ended.
std::string to_text(const TaskStatus& status);
nlohmann::json to_json(const TaskStatus& status);

}  // namespace icsweep
