// Decides which experiments of a sweep a launch runs, and says why.
#pragma once

#include <set>
#include <string>

#include "io/store/table.hpp"

namespace icsweep {

/// The ended experiments that a user asks to run again.
struct Rerun {
  bool missing_weights = false;  ///< done experiments that should keep their weights and have none
  std::set<Outcome> outcomes{};
  bool damaged = false;  ///< damaged rows, however many there are
};

/// What the store knows of an experiment.
struct Known {
  bool asked = true;                   ///< false: --only leaves it out
  bool has_row = true;                 ///< an earlier sweep or launch has given it one
  Outcome outcome = Outcome::pending;  ///< of its row
  bool is_damaged = false;             ///< the row has ended and does not match its checksum
  bool stays_pruned = false;           ///< the row is pruned, and the sweep's search prunes it at the same rung
  bool has_no_rung = false;            ///< the row is pruned, and does not say where
  bool lacks_weights = false;          ///< the row is done without the weights that its sweep keeps
};

enum class Due {
  not_asked,  ///< --only leaves it out
  ended,      ///< its outcome stays
  fresh,      ///< it has no row, or its row is pending: it runs, or resumes from its checkpoint
  damaged,    ///< its row is damaged: it runs from its beginning
  retried,    ///< --retry names its outcome: it runs from its beginning
  continued,  ///< --retry timed_out: it resumes where its time ended
  weights,    ///< --fill-weights: it runs from its beginning
  unpruned    ///< no search prunes it there any more: it resumes
};
inline constexpr int due_count = 8;

Due due(const Known& known, const Rerun& rerun);

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
