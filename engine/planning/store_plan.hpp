// The work of a launch: the sweep's experiments compared with what the store already holds.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/planning/due.hpp"
#include "engine/search/search.hpp"
#include "engine/sweep/resolved_sweep.hpp"
#include "io/store/checkpoint.hpp"
#include "io/store/lease_watch.hpp"
#include "io/store/store.hpp"

namespace icsweep {

/// An experiment to run and where its row is.
struct Job {
  const Experiment* experiment;
  RowIndex row;
  std::int64_t attempts;     ///< earlier runs to the end
  bool again = false;        ///< it had ended, other than by its time limit: earlier checkpoints do not count
  std::string checkpoint{};  ///< file from which it goes on, or empty
  CheckpointHead begun{};    ///< head of that file

  /// The share of its steps that is done.
  double share_done() const { return begun.steps > 0 ? double(begun.step) / double(begun.steps) : 0; }
};

struct StorePlan {
  std::vector<LedgerEntry> ledger;  ///< of every experiment of the sweep
  Indexed<JobIndex, Job> jobs;
  std::array<std::size_t, outcome_count> found{};   ///< experiments asked for, by their outcome in the store
  std::array<std::size_t, outcome_count> others{};  ///< planned experiments that are not asked for, in the same way
  std::size_t left_damaged = 0;   ///< damaged rows that are not asked for: their bytes stay as they are
  std::string kept{};             ///< copy of the store with the damaged rows as they were; empty if there are none
  std::set<std::string> saved{};  ///< identities of experiments that stay timed out or pruned, with their checkpoints
  Entrants entrants{};            ///< with a search: what rows and checkpoints tell of it
  /// Task and row of each experiment that an earlier launch wrote and did not mark; they are among the jobs.
  std::vector<std::pair<std::string, std::int64_t>> unmarked{};
  std::size_t foreign_checkpoints = 0;  ///< jobs that begin anew because another build wrote their checkpoints
  bool created = false, rewritten = false;
  std::size_t unplanned = 0;  ///< rows that were planned until now and are not in this sweep
  std::int64_t launch = 0;    ///< number of this launch in the store; 0: it has nothing to do and is not kept

  std::size_t count(Due due) const;
  /// Experiments with this flag that are done and do not run.
  std::size_t staying(bool LedgerEntry::*flag) const;
};

/// Up to this many damaged rows, or up to this share of the finished rows, run again without being asked for. With
/// more, somebody may have changed the file, and no launch may replace it.
inline constexpr std::size_t few_damaged = 3;
inline constexpr double share_damaged = 0.05;

/// By task, the parameters that the sweep leaves at their default value.
using DefaultedParameters = std::map<std::string, std::set<std::string>>;

/// What a launch asks of its store besides the sweep.
struct Request {
  std::string command{};  ///< the command line, quoted for a shell
  Rerun rerun{};
  DefaultedParameters defaulted{};
  bool add = false;                                     ///< rows that earlier sweeps planned stay planned
  const Search* search = nullptr;                       ///< of the same experiments
  std::map<std::string, CheckpointHead> saved_rungs{};  ///< by identity; used with a search alone
};

/// Makes the store if it is missing, extends it if the sweep has new points or another text, and lists the jobs among
/// the experiments that are asked for. A row counts as final only with a matching checksum; damage counts only if two
/// readings find it, and a copy of the damaged store is kept. A pruned row waits again, with its checkpoint, unless the
/// sweep's search prunes it at the same rung by what the store tells. Throws Error(store) and writes nothing if
/// - the store cannot be used, or has no task of the sweep and `request.add` is false;
/// - a default value that the sweep relies on has changed since the store was made, and identities with it;
/// - the sweep has a search and the store another one that this version has;
/// - two readings differ, or more rows are damaged than `request.rerun` allows;
/// - `lease` belongs to another launch when the new store is put in place.
StorePlan prepare_store(const ResolvedSweep& sweep, const std::string& path, const std::vector<Experiment>& experiments,
                        const Request& request = {}, const LeaseWatch* lease = nullptr);

/// What prepare_store() would find and do. Reads the store, if there is one, and changes nothing. A damaged row is
/// counted after one reading.
StorePlan compare_store(const ResolvedSweep& sweep, const std::string& path, const std::vector<Experiment>& experiments,
                        const Request& request = {});

}  // namespace icsweep
