// Runs some done experiments of a store again and compares their bits.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/sweep/experiment_id.hpp"
#include "engine/worker/attempt.hpp"

namespace icsweep {

/// Rows to run again. Bits are comparable only within one instruction-set level and one version of the results.
struct SampledRows {
  std::vector<FoundExperiment> chosen;  ///< in the order of the store
  std::size_t eligible = 0;
  std::size_t other_level = 0, other_version = 0, unknown_task = 0;  ///< done rows that are left out
  std::size_t with_files = 0;     ///< left out too: their parameters may name files, which must stay closed
  std::set<std::string> files{};  ///< named by rows that are left out for it, or else by chosen rows
  double seconds = 0;             ///< run time of the chosen rows in the store
};

/// Says if a sample may have rows whose parameters may name files, which the maker of a row chose.
enum class NamedFiles { closed, opened };

/// Parameters of the task that may name files.
std::vector<std::string> file_parameters(const Task& task);
/// Text for the value of one of them: `text = "/some/file"`.
std::string named_file(const std::string& parameter, const std::string& value);
/// The first of these names, and the number of the others.
std::string list_of_files(const std::set<std::string>& files);

/// Draws `count` of the numbers 0 … of−1, or all if there are fewer, by Philox from the seed; ascending.
std::vector<std::size_t> drawn(std::size_t of, std::size_t count, std::int64_t seed);

/// Chooses `count` done rows by drawn(). Leaves out rows in `damaged`, by task.
SampledRows choose_sample(const TaskRegistry& tasks, const Store& store, std::size_t count, std::int64_t seed,
                          const std::map<std::string, std::set<std::int64_t>>& damaged,
                          NamedFiles named = NamedFiles::closed);

/// An experiment that was run from its beginning: how it ended, and its row.
struct RunAgain {
  Attempt attempt;
  Row cells;  ///< with all results
};
RunAgain run_again(const Task& task, const Table& table, const std::string& identity, const Config& config,
                   const StopFlag& stop, const OnTick& on_tick);

/// A chosen row after its second run.
struct Repeated {
  std::string identity;
  std::string difference{};  ///< the difference in words; empty if all bits are equal
  bool stopped = false;      ///< the run was stopped before its end
};

/// Throws the errors of StoredExperiment.
Repeated repeat(const TaskRegistry& tasks, const FoundExperiment& row, const StopFlag& stop, const OnTick& on_tick);

}  // namespace icsweep
