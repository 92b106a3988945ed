// One record for each experiment, and the decision whether it runs.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "io/index.hpp"
#include "io/store/table.hpp"

namespace icsweep {

struct Experiment;

/// The ended experiments that a user asks to run again.
struct Rerun {
  bool missing_weights = false;  ///< done experiments that should keep their weights and have none
  std::set<Outcome> outcomes{};
  bool damaged = false;  ///< damaged rows, however many there are
};

/// Whether a row that has ended is as it was written.
enum class Soundness {
  unread,  ///< its checksum was not read
  sound,
  damaged
};

enum class Due {
  not_asked,  ///< --only leaves it out, or no sweep plans it
  ended,      ///< its outcome stays
  fresh,      ///< it has no row, or its row is pending: it runs, or resumes from its checkpoint
  damaged,    ///< its row is damaged: it runs from its beginning
  retried,    ///< --retry names its outcome: it runs from its beginning
  continued,  ///< --retry timed_out: it resumes where its time ended
  weights,    ///< --fill-weights: it runs from its beginning
  unpruned    ///< no search prunes it there any more: it resumes
};
inline constexpr int due_count = 8;

/// An experiment: what its row says, and what becomes of it.
struct LedgerEntry {
  const Experiment* experiment = nullptr;     ///< of the sweep; null if the store alone was read
  bool planned = true;                        ///< by the store or, if that was read, by the sweep
  bool asked = true;                          ///< false: --only leaves it out
  std::optional<RowIndex> row = RowIndex(0);  ///< of its task's table; nothing if it has none yet
  Outcome outcome = Outcome::pending;         ///< of the row; pending for a byte that is no outcome
  Soundness soundness = Soundness::unread;
  std::int64_t attempts = 0;           ///< runs to the end so far
  std::optional<std::int64_t> rung{};  ///< of a pruned row: where, from 1; nothing if the row does not say
  bool came_to_rung = false;           ///< it was run to that rung, not pruned behind its scout
  bool stays_pruned = false;           ///< of a pruned row: the sweep's search prunes it at the same rung
  bool foreign = false;                ///< another build of the program than this computed it
  std::int64_t weights = 0;            ///< trained parameters that it keeps; 0 while unread
  bool lacks_weights = false;          ///< it is done without the weights that its sweep keeps
  Due due = Due::fresh;
};

/// Decides; entry.due is not read.
Due due(const LedgerEntry& entry, const Rerun& rerun = {});

/// Whether the launch runs it.
bool runs(Due due);
/// Whether it runs from its beginning though it had ended.
bool starts_over(Due due);

/// The sentence of a launch that runs so many experiments for this reason; empty where there is nothing to say. kept:
/// the copy of the store with damaged rows. searched: whether the sweep has a search.
std::string due_text(Due due, std::size_t experiments, const std::string& kept, bool searched);

/// The sentence for experiments of earlier sweeps that a sweep no longer plans; empty for none. ahead: nothing has run
/// yet.
std::string leaving_text(std::size_t experiments, bool ahead);

}  // namespace icsweep
