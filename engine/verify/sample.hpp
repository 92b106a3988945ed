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
  double seconds = 0;                                                ///< run time of the chosen rows in the store
};

/// `count` of the numbers 0 … of−1 (all if there are fewer) in ascending order, by Philox from the seed.
std::vector<std::size_t> drawn(std::size_t of, std::size_t count, std::int64_t seed);

/// Chooses `count` of the done rows as drawn(); skips rows in `damaged`, by task.
SampledRows choose_sample(const TaskRegistry& tasks, const Store& store, std::size_t count, std::int64_t seed,
                          const std::map<std::string, std::set<std::int64_t>>& damaged);

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
