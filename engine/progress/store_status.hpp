// Counts of a store's experiments by task, for `icsweep status`, with or without a launch.
#pragma once

#include <array>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/planning/store_plan.hpp"
#include "io/store/store.hpp"

namespace icsweep {

using OutcomeCounts = std::array<std::size_t, outcome_count>;

/// "17 done, 1 failed", or "none".
std::string to_text(const OutcomeCounts& counts);

struct TaskStatus {
  std::string task;
  OutcomeCounts counts{};  ///< of planned experiments
  std::size_t planned = 0, unplanned = 0;
  std::size_t saved = 0;   ///< pending planned experiments with a saved checkpoint
  double saved_steps = 0;  ///< sum over these of the share of steps done
  /// By rung of a search, from 1.
  struct AtRung {
    std::size_t pruned = 0, behind = 0;  ///< behind: of the pruned ones, those whose setting left the race without them
    std::size_t past = 0;                ///< pending experiments that have come to this rung and to no further one
  };
  std::map<std::int64_t, AtRung> rungs{};
  std::map<std::string, std::size_t> builds{};  ///< planned done experiments by build_hash(); "": before 0.2

  /// Experiments that ended with one outcome other than done and pruned and with one message.
  struct Ended {
    Outcome outcome;
    std::string message;
    std::vector<std::string> identities;
  };
  std::vector<Ended> ended;
  std::vector<std::string>
      unlearnt{};  ///< identities of done experiments that learnt nothing (engine/progress/unlearnt.hpp)
};

/// What is read; each includes those before it.
enum class Detail { counts, builds, messages };

/// By identity, of checkpoints beside the store: `saved` the share of steps, `rungs` the rungs of a search that
/// are passed.
std::vector<TaskStatus> status_of(const Store& store, Detail detail = Detail::messages,
                                  const std::map<std::string, double>& saved = {},
                                  const std::map<std::string, CheckpointHead>& rungs = {});

/// "augmented: 18 planned: 16 done, 2 failed", then "  2 failed: out of memory: 0a1b2c3d 4e5f6071" for each of the
/// first few messages; every line ends with a newline.
std::string to_text(const TaskStatus& status);
nlohmann::json to_json(const TaskStatus& status);

}  // namespace icsweep
