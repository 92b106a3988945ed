// Runs some done experiments of a store again and compares their bits.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/sweep/experiment_id.hpp"
#include "engine/worker/attempt.hpp"

namespace icsweep {

/// Rows to run again. Bits are comparable only within an instruction-set level and a version of the results.
struct SampledRows {
  std::vector<FoundExperiment> chosen;  ///< in the order of the store
  std::size_t eligible = 0;
  std::size_t other_level = 0, other_version = 0, unknown_task = 0;  ///< done rows that were left out
  std::size_t with_files = 0;     ///< the same: their parameters may name files, which must stay closed
  std::set<std::string> files{};  ///< named by rows that were left out for it or, if none was, by chosen ones
  double seconds = 0;             ///< run time of the chosen rows in the store
};

/// Whether a sample may take rows whose parameters may name files of the row's maker's choice.
enum class NamedFiles { closed, opened };

/// The parameters of the task that may name files.
std::vector<std::string> file_parameters(const Task& task);
/// What one of them names: `text = "/some/file"`.
std::string named_file(const std::string& parameter, const std::string& value);
/// Some of these names and the number of the others.
std::string list_of_files(const std::set<std::string>& files);

/// `count` of the numbers 0 … of−1 (all if there are fewer) in ascending order, by Philox from the seed.
std::vector<std::size_t> drawn(std::size_t of, std::size_t count, std::int64_t seed);

/// Chooses `count` of the done rows as drawn(); skips rows in `damaged`, by task.
SampledRows choose_sample(const TaskRegistry& tasks, const Store& store, std::size_t count, std::int64_t seed,
                          const std::map<std::string, std::set<std::int64_t>>& damaged,
                          NamedFiles named = NamedFiles::closed);

/// An experiment that was run from its beginning: its row, and how it ended.
struct RunAgain {
  Attempt attempt;
  Row cells;  ///< with all results
};
RunAgain run_again(const Task& task, const Table& table, const std::string& identity, const Config& config,
                   const StopFlag& stop, const OnTick& on_tick);

/// One chosen row, run again.
struct Repeated {
  std::string identity;
  std::string difference{};  ///< what differs; empty if no bit does
  bool stopped = false;      ///< the run was stopped before its end
};

/// Throws as StoredExperiment does.
Repeated repeat(const TaskRegistry& tasks, const FoundExperiment& row, const StopFlag& stop, const OnTick& on_tick);

}  // namespace icsweep
