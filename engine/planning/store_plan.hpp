// What a launch has to do: the sweep's experiments against what the store already holds.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/sweep/grid.hpp"
#include "io/store/checkpoint.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {

/// An experiment to run and where its row is.
struct Job {
  const Experiment* experiment;
  std::int64_t row;
  std::int64_t attempts;     ///< earlier runs to the end
  bool again = false;        ///< it had ended, and not by its time limit: earlier state is not its own
  std::string checkpoint{};  ///< file from which it goes on, or empty; of what it says:
  CheckpointHead begun{};

  /// Of its steps, those that are done.
  double share_done() const { return begun.steps > 0 ? double(begun.step) / double(begun.steps) : 0; }
};

struct StorePlan {
  std::vector<Job> jobs;
  std::array<std::size_t, outcome_count> found{};   ///< experiments asked for, by the outcome already in the store
  std::array<std::size_t, outcome_count> others{};  ///< the same of planned ones that this launch does not ask for
  std::size_t without_weights = 0;                  ///< done before keep_weights was set, and not among the jobs
  std::size_t damaged = 0;            ///< final rows whose checksum does not match, twice; they are among the jobs
  std::size_t left_damaged = 0;       ///< the same of rows not asked for: their bytes stay as they are
  std::string kept{};                 ///< the file with the damaged rows as they were; empty: nothing was damaged
  std::size_t retried = 0;            ///< rows that had ended in one of the outcomes to run again
  std::set<std::string> timed_out{};  ///< identities of those asked for that stay so: their state is kept
  /// Rows, with their tasks, that an earlier launch wrote and did not mark; they are among the jobs.
  std::vector<std::pair<std::string, std::int64_t>> unmarked{};
  std::size_t foreign_checkpoints = 0;  ///< of jobs that begin anew: another build of the program wrote them
  std::size_t foreign_rows = 0;         ///< planned and done, computed by another build
  bool created = false, rewritten = false;
  std::size_t unplanned = 0;  ///< rows that were planned until now and are not asked for by this sweep
  std::int64_t launch = 0;    ///< number of this launch in the store; 0: it has nothing to do and is not kept
};

/// What is run again although it has ended.
struct Rerun {
  bool missing_weights = false;  ///< what should keep its weights and is done without
  std::set<Outcome> outcomes{};
  bool damaged = false;  ///< however many rows do not match their checksums
};

/// So many damaged rows are run again without being asked for; more, if they are above a share too, look like a file
/// that somebody has changed, and a launch would replace it.
inline constexpr std::size_t few_damaged = 3;
inline constexpr double share_damaged = 0.05;

/// By task: parameters that the sweep leaves at their default value.
using DefaultedParameters = std::map<std::string, std::set<std::string>>;

/// What a launch asks of its store, beside the sweep.
struct Request {
  std::string command{};  ///< as one can paste it
  Rerun rerun{};
  DefaultedParameters defaulted{};
  bool add = false;  ///< what earlier sweeps planned stays planned
};

/// Makes the store if there is none, extends it if the sweep has new points or another text, and lists what is left to
/// do of what is asked for. A row counts as final only with a matching checksum. Throws Error(store) and writes nothing
/// if the store cannot be used, if it has no task of the sweep and nothing is to be added, or if a default value that
/// the sweep relies on is another than when the store was made: its experiments would have other identities; or if
/// `lease` is another launch's when the new store is to be put in place. Damage is believed when it was read twice;
/// what stood there is kept beside the store. Throws Error(store) if two readings differ, or if more rows are damaged
/// than `rerun` allows.
StorePlan prepare_store(const std::string& path, const Sweep& sweep, const std::vector<Experiment>& experiments,
                        const Request& request = {}, const LeaseWatch* lease = nullptr);

}  // namespace icsweep
