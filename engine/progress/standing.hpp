// The fields that `icsweep status` tells, once or with --watch, in words or as JSON.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/progress/rounds_status.hpp"
#include "engine/progress/store_status.hpp"
#include "io/store/lease.hpp"

namespace icsweep {

class TaskRegistry;

/// Counts of planned experiments by the store's rows, and the work saved in checkpoints beside it.
struct Standing {
  std::vector<TaskStatus> tasks{};
  std::size_t planned = 0, unplanned = 0, ended = 0;  ///< ended: with any outcome
  OutcomeCounts counts{};
  std::size_t saved = 0;   ///< pending experiments with a checkpoint from which this program goes on
  double saved_share = 0;  ///< average share of the saved experiments' steps that is done
  /// Share of the predicted work that has ended or is saved; while a launch runs, the share that it tells of what it
  /// was asked for.
  double share = 0;
  std::optional<RoundsStatus> rounds{};  ///< of a sweep that proposes draws
  Heartbeat launch{};                    ///< the running launch, or the one that was watched to its end
  std::string last_ending{};             ///< of the store's last launch (io/store/launches.hpp)
  /// How the last launch ended: finished, stopped, killed (its process is gone), silent (on another host); empty while
  /// it runs.
  std::string ending{};

  std::size_t left() const { return planned - ended; }
  bool running() const { return ending.empty(); }
};

/// Reads the store. `launch`: the launch's heartbeat, if known; `ending` as above, "" while it runs. With `messages`
/// the tasks tell why experiments ended, which takes reading every row's message.
Standing standing_of(const TaskRegistry& tasks, const Store& store, const std::string& path, const Heartbeat& launch,
                     const std::string& ending, bool messages);

/// What is left and what to do: "4 of 9 left, 4 of them saved at 37 % on average: run the same command to resume", or
/// "all 4 experiments have ended; add --retry failed to the command to run 1 of them again".
std::string left_text(const Standing& standing);

/// All fields of the table in docs/reference/status.md.
nlohmann::json to_json(const Standing& standing);

}  // namespace icsweep
