// One record for each experiment, and the decision whether it runs.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ledger/code_files.hpp"
#include "io/base/index.hpp"
#include "io/base/shared.hpp"
#include "io/store/table.hpp"

namespace icsweep {

struct Experiment;

/// The ended experiments that a user asks to run again.
struct Rerun {
  bool missing_weights = false;  ///< done experiments that lack the weights that they should keep
  std::set<Outcome> outcomes{};
  bool damaged = false;   ///< any number of damaged rows
  bool outdated = false;  ///< rows of another result version than this program's

  bool names_any() const { return missing_weights || !outcomes.empty() || damaged || outdated; }
};

/// Says whether a row that has ended is as it was written.
enum class Soundness : std::uint8_t {
  unread,  ///< its checksum was not read
  sound,
  damaged
};

enum class Due : std::uint8_t {
  not_asked,  ///< --only leaves it out, or no sweep plans it
  ended,      ///< its outcome stays
  fresh,      ///< it has no row: it is a new point
  recoded,    ///< it has no row, and a row of earlier code has its other parameters
  waiting,    ///< its row is pending: it runs, or resumes from its checkpoint
  damaged,    ///< its row is damaged: it runs from its beginning
  retried,    ///< --retry names its outcome: it runs from its beginning
  continued,  ///< --retry timed_out: it resumes where its time ended
  weights,    ///< --fill-weights: it runs from its beginning
  outdated,   ///< --retry outdated, and its row is of another result version: it runs from its beginning
  unpruned    ///< no search prunes it there any more: it resumes
};
inline constexpr int due_count = 11;

/// An experiment, its row's content, and the decision about it.
struct LedgerEntry {
  const Experiment* experiment = nullptr;  ///< of the sweep; null if the store alone was read
  bool planned = true;                     ///< by the store or, if that was read, by the sweep
  bool asked = true;                       ///< false: --only leaves it out
  bool came_to_rung = false;   ///< a pruned row ran to that rung; false if it was pruned after its scout, without a run
  bool stays_pruned = false;   ///< of a pruned row: the sweep's search prunes it at the same rung
  bool foreign = false;        ///< another build of the program computed it
  bool lacks_weights = false;  ///< it is done and lacks the weights that its sweep keeps
  bool outdated = false;       ///< it has ended with another result version than its task's
  Soundness soundness = Soundness::unread;
  std::optional<RowIndex> row = RowIndex(0);  ///< of its task's table; nothing if it has none yet
  Outcome outcome = Outcome::pending;         ///< of the row; pending for a byte that is no outcome
  Due due = Due::fresh;
  std::int32_t attempts = 0;           ///< runs to the end so far, see counted_attempts()
  std::optional<std::int64_t> rung{};  ///< of a pruned row, from 1; nothing if the row lacks it
  std::int64_t weights = 0;            ///< trained parameters that it keeps; 0 while unread
  Shared<std::string> earlier_code{};  ///< without a row: hash of the code in a row with its other parameters
};

/// Runs to the end that count. A row that is pending and has a time of its end was written by a launch that was killed
/// before it marked the row: this run does not count, and its experiment runs again. finished: the row's time, or NaN.
std::int32_t counted_attempts(Outcome outcome, std::int64_t attempts, double finished);

/// Decides from all other members; does not read entry.due.
Due due(const LedgerEntry& entry, const Rerun& rerun = {});

/// True if the user asks for an ended experiment by its outcome or its result version.
bool is_retried(const LedgerEntry& entry, const Rerun& rerun);

/// True if the launch runs it.
bool runs(Due due);
/// True if it had ended and runs from its beginning.
bool starts_over(Due due);

/// Experiments that run for one reason; those of earlier code are one group per task.
struct DueGroup {
  Due due = Due::fresh;
  std::size_t experiments = 0;
  std::string task{};             ///< of earlier code
  std::set<std::string> files{};  ///< that changed in the code; empty if unknown
  std::set<std::string> codes{};  ///< of a program's earlier rows
};

/// The groups of all experiments that run, in the order of Due.
std::vector<DueGroup> due_groups(const std::vector<LedgerEntry>& entries, const CodeFiles& files);

/// The reason in one or two words, such as "code changed".
std::string_view name_of(Due due);

/// The sentence about a group; empty for an empty one. kept: copy of the store with damaged rows, or empty. searched:
/// the sweep has a search.
std::string due_text(const DueGroup& group, const std::string& kept, bool searched);

/// The sentence about checkpoints from which nothing resumes; empty for 0.
std::string foreign_text(std::size_t checkpoints);

/// The sentence about experiments of earlier sweeps that a sweep no longer plans; empty for 0. ahead: nothing has run
/// yet.
std::string leaving_text(std::size_t experiments, bool ahead);

}  // namespace icsweep
