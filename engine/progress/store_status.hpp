// Counts of a store's experiments by task, for `icsweep status`, with or without a launch.
#pragma once

#include <array>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "io/store/store.hpp"

namespace icsweep {

using OutcomeCounts = std::array<std::size_t, outcome_count>;

/// "17 done, 1 failed", or "none".
std::string to_text(const OutcomeCounts& counts);

struct TaskStatus {
  std::string task;
  OutcomeCounts counts{};  ///< of planned experiments
  std::size_t planned = 0, unplanned = 0;
  std::size_t saved = 0;                        ///< pending planned experiments with a saved checkpoint
  double saved_steps = 0;                       ///< sum over these of the share of steps done
  std::map<std::string, std::size_t> builds{};  ///< planned done experiments by build_hash(); "": before 0.2

  /// Experiments that ended with one outcome other than done and with one message.
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

/// `saved`: by identity, the share of steps saved in checkpoints beside the store.
std::vector<TaskStatus> status_of(const Store& store, Detail detail = Detail::messages,
                                  const std::map<std::string, double>& saved = {});

/// "augmented: 18 planned: 16 done, 2 failed", then "  2 failed: out of memory: 0a1b2c3d 4e5f6071" for each of the
/// first few messages; every line ends with a newline.
std::string to_text(const TaskStatus& status);
nlohmann::json to_json(const TaskStatus& status);

}  // namespace icsweep
