// Status of a store, for `icsweep status` and its --watch: counts by task and in all, rounds of proposals, the launch.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/planning/ledger.hpp"
#include "engine/search/proposals.hpp"
#include "io/store/lease.hpp"

namespace icsweep {

using OutcomeCounts = std::array<std::size_t, outcome_count>;

struct TaskStatus {
  std::string task;
  OutcomeCounts counts{};  ///< of planned experiments
  std::size_t planned = 0, unplanned = 0;
  std::size_t left = 0;       ///< planned experiments that have not ended
  std::size_t not_asked = 0;  ///< of these, those that the last launch left out
  OutcomeCounts retryable{};  ///< planned experiments that --retry runs again since they did not end well
  std::size_t saved = 0;      ///< pending planned experiments with a saved checkpoint
  double saved_steps = 0;     ///< sum over these of the share of steps done
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
  std::vector<Ended> ended{};
  /// Identities of done experiments that learnt nothing: their zero_ratio is above largest_learnt_ratio.
  std::vector<std::string> unlearnt{};
};

/// A sweep's rounds of proposals.
struct RoundsStatus {
  std::string metric;
  std::int64_t rounds = 0;          ///< that follow each grid's sample
  std::vector<GridRounds> grids{};  ///< none if they cannot be known
};

/// Counts of planned experiments by the store's rows, and the work saved in checkpoints beside it.
struct StoreStatus {
  std::vector<TaskStatus> tasks{};
  std::size_t planned = 0, unplanned = 0, ended = 0;  ///< ended: with any outcome
  std::size_t not_asked = 0;                          ///< see TaskStatus
  OutcomeCounts counts{}, retryable{};
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

/// messages: whether they are read, one of each row.
enum class Messages { unread, read };

/// By task, without checkpoints.
std::vector<TaskStatus> task_status(const Store& store);

/// Reads the store at `path`, but no checksum of a sweep without rounds. `launch`: the launch's heartbeat, if known;
/// `ending` as above, "" while it runs.
StoreStatus store_status(const TaskRegistry& tasks, const Store& store, const std::string& path,
                         const Heartbeat& launch, const std::string& ending, Messages messages);

}  // namespace icsweep
