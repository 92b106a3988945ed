// How a sweep stands: the one set of fields that `icsweep status` tells, once or followed, in words or as JSON.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/progress/store_status.hpp"
#include "io/store/lease.hpp"

namespace icsweep {

/// Counts are of planned experiments, by the rows of the store; work that is saved beside it is counted too.
struct Standing {
  std::vector<TaskStatus> tasks{};
  std::size_t planned = 0, unplanned = 0, ended = 0;  ///< ended: with whatever outcome
  OutcomeCounts counts{};
  std::size_t saved = 0;   ///< of the pending ones: with state from which this program goes on
  double saved_share = 0;  ///< of the steps of those, the ones that are done, on average
  /// Of the predicted work: what has ended or is saved. While a launch runs, as it says it of what it was asked for.
  double share = 0;
  Heartbeat launch{};  ///< that runs, or, where it was followed, that ran
  /// How the last launch ended: finished, stopped, killed (its process is no more), silent (on another host); empty: it
  /// runs.
  std::string ending{};

  std::size_t left() const { return planned - ended; }
  bool running() const { return ending.empty(); }
};

/// Reads it. `launch`: what it says of itself, if one is known; `ending` as above, "" if it runs. With `messages` the
/// tasks say why experiments ended, which costs a reading of every row's message.
Standing standing_of(const StoreReader& store, const std::string& path, const Heartbeat& launch,
                     const std::string& ending, bool messages);

/// "4 left, 4 of them saved at 37 % on average: run the same command to go on", or "all 4 experiments have ended".
std::string left_text(const Standing& standing);

/// As the table in the README says, all of them in any case.
nlohmann::json to_json(const Standing& standing);

}  // namespace icsweep
