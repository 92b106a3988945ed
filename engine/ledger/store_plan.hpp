// The work of a launch: the experiments of its sweep, compared with its store.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/ledger/due.hpp"
#include "engine/search/search.hpp"
#include "engine/sweep/resolved_sweep.hpp"
#include "io/store/checkpoint.hpp"
#include "io/store/lease_watch.hpp"
#include "io/store/store.hpp"

namespace icsweep {

/// An experiment to run, and its row.
struct Job {
  const Experiment* experiment;
  RowIndex row;
  std::int32_t attempts;             ///< earlier runs to the end
  bool again = false;                ///< it had ended, other than by its time limit; its old checkpoints are ignored
  Shared<std::string> checkpoint{};  ///< file from which it resumes, or empty
  Shared<CheckpointHead> begun{};    ///< head of that file

  /// Share of its steps that is done.
  double share_done() const { return begun->steps > 0 ? double(begun->step) / double(begun->steps) : 0; }
};

struct StorePlan {
  std::vector<LedgerEntry> ledger;  ///< of every experiment of the sweep
  Indexed<JobIndex, Job> jobs;
  std::array<std::size_t, outcome_count> found{};   ///< experiments asked for, by their outcome in the store
  std::array<std::size_t, outcome_count> others{};  ///< planned experiments that are not asked for, in the same way
  std::size_t left_damaged = 0;                     ///< damaged rows that are not asked for; their bytes stay
  std::string kept{};                               ///< copy of the store with its damaged rows, or empty
  std::set<std::string> saved{};  ///< identities of experiments that stay timed out or pruned, with their checkpoints
  Entrants entrants{};            ///< with a search: results from rows and checkpoints
  /// Task and row of each experiment that an earlier launch wrote and did not mark. They are among the jobs.
  std::vector<std::pair<std::string, RowIndex>> unmarked{};
  std::size_t foreign_checkpoints = 0;  ///< jobs that start again because another build wrote their checkpoints
  bool created = false, rewritten = false;
  std::size_t unplanned = 0;  ///< rows that were planned until now and are not in this sweep
  std::int64_t launch = 0;    ///< number of this launch in the store; 0 if it has nothing to do

  std::vector<std::string> grown{};  ///< sentences about tables that get columns or reals
  CodeFiles files{};                 ///< of the code in rows of the store, and of the sweep's code

  std::size_t count(Due due) const;
  std::vector<DueGroup> groups() const { return due_groups(ledger, files); }
  /// Number of done experiments with this flag that do not run.
  std::size_t staying(bool LedgerEntry::*flag) const;
};

/// Largest number, and largest share of finished rows, of damaged rows that run again without being asked for. With
/// more, the file may have been changed, and no launch replaces it.
inline constexpr std::size_t few_damaged = 3;
inline constexpr double share_damaged = 0.05;

/// Parameters that the sweep leaves at their default value, by task.
using DefaultedParameters = std::map<std::string, std::set<std::string>>;

/// Request of a launch to its store, besides the sweep.
struct Request {
  std::string command{};  ///< the command line, quoted for a shell
  Rerun rerun{};
  DefaultedParameters defaulted{};
  bool add = false;                                     ///< rows that earlier sweeps planned stay planned
  const Search* search = nullptr;                       ///< of the same experiments
  std::map<std::string, CheckpointHead> saved_rungs{};  ///< by identity; used only with a search
};

/// Makes the store, or extends it if the sweep has new points or another text, and lists the jobs among the experiments
/// that are asked for. A row is final only if its checksum matches. Damage counts only if two reads find it, and a copy
/// of the damaged store is kept. A pruned row waits again, with its checkpoint, unless the search of the sweep prunes
/// it at the same rung. Throws Error(store) and writes nothing if
/// - the store cannot be used, or has no task of the sweep and `request.add` is false;
/// - a default value that the sweep relies on has changed since the store was made, and identities with it;
/// - the sweep and the store have different searches, unless this version has removed that of the store;
/// - two reads differ, or more rows are damaged than `request.rerun` allows;
/// - another launch holds the lease when the new store is put in place.
StorePlan prepare_store(const ResolvedSweep& sweep, const std::string& path, const std::vector<Experiment>& experiments,
                        const Request& request = {}, const LeaseWatch* lease = nullptr);

/// Plan that prepare_store() would make. Reads the store, if there is one, and changes nothing. Damage counts after one
/// read.
StorePlan compare_store(const ResolvedSweep& sweep, const std::string& path, const std::vector<Experiment>& experiments,
                        const Request& request = {});

}  // namespace icsweep
