// Status of a store, for `icsweep status`: counts by task and in all, rounds of proposals, the launch.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/ledger/ledger.hpp"
#include "engine/search/proposals.hpp"
#include "io/store/lease.hpp"

namespace icsweep {

using OutcomeCounts = std::array<std::size_t, outcome_count>;

struct TaskStatus {
  std::string task;
  OutcomeCounts counts{};  ///< of planned experiments
  std::size_t planned = 0, unplanned = 0;
  std::size_t left = 0;       ///< planned experiments that have not ended
  std::size_t not_asked = 0;  ///< of these, those that the last launch was not asked for
  OutcomeCounts retryable{};  ///< planned experiments that failed, timed out or crashed: --retry runs them again
  std::size_t saved = 0;      ///< pending planned experiments with a saved checkpoint
  double saved_steps = 0;     ///< sum over these of the share of steps done
  /// By rung of a search, from 1.
  struct AtRung {
    std::size_t pruned = 0, behind = 0;  ///< behind: of the pruned ones, those pruned without a run to this rung
    std::size_t past = 0;                ///< pending experiments whose last passed rung is this one
  };
  std::map<std::int64_t, AtRung> rungs{};
  std::map<std::string, std::size_t> builds{};  ///< planned done experiments by build_hash(); "": before 0.2

  /// Experiments with the same message and the same outcome, other than done and pruned.
  struct Ended {
    Outcome outcome;
    std::string message;
    std::vector<std::string> identities;
  };
  std::vector<Ended> ended{};
  /// Identities of done experiments that learnt nothing: zero_ratio above largest_learnt_ratio.
  std::vector<std::string> unlearnt{};
};

/// Rounds of proposals of a sweep.
struct RoundsStatus {
  std::vector<std::string> metrics;
  std::int64_t rounds = 0;          ///< that follow each grid's sample
  std::vector<GridRounds> grids{};  ///< empty if unknown
  double growth = 1;                ///< see GrownSweep

  bool have_ended() const;
};

/// Counts of the planned experiments of a store, and the work saved in checkpoints beside it.
struct StoreStatus {
  std::vector<TaskStatus> tasks{};
  std::size_t planned = 0, unplanned = 0, ended = 0;  ///< ended: with any outcome
  std::size_t not_asked = 0;                          ///< see TaskStatus
  OutcomeCounts counts{}, retryable{};
  std::size_t saved = 0;   ///< pending experiments with a checkpoint from which this program resumes
  double saved_share = 0;  ///< average done share of steps of the saved experiments
  /// Share of the predicted work that has ended or is saved (work_share.hpp). While a launch runs, the share that it
  /// reports of the work it was asked for.
  double share = 0;
  std::optional<RoundsStatus> rounds{};  ///< of a sweep that proposes draws
  Heartbeat launch{};                    ///< the running launch, or a watched one that has ended
  std::string last_ending{};             ///< of the store's last launch (io/store/launches.hpp)
  std::vector<GuestRecord> guests{};     ///< that joined the store's last launch
  /// Ending of the last launch: finished, stopped, killed (its process is gone), or silent (on another host). Empty
  /// while it runs.
  std::string ending{};

  std::size_t left() const { return planned - ended; }
  /// No experiment is left, and no round of proposals follows.
  bool is_complete() const { return left() == 0 && (!rounds || rounds->have_ended()); }
  bool running() const { return ending.empty(); }
};

/// Says if the message of each row is read.
enum class Messages { unread, read };

/// Status by task, without checkpoints.
std::vector<TaskStatus> task_status(const Store& store);

/// Reads the store at `path`; reads no checksum. launch: heartbeat of the launch, if known.
/// ending: as in StoreStatus.
StoreStatus store_status(const TaskRegistry& tasks, const Store& store, const std::string& path,
                         const Heartbeat& launch, const std::string& ending, Messages messages);

}  // namespace icsweep
