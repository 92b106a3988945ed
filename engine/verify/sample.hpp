// Done experiments of a store, run again to see whether they give the same bits.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/sweep/experiment_id.hpp"
#include "engine/worker/attempt.hpp"

namespace icsweep {

/// Rows to run again. Bits are compared within an instruction-set level and a version of the results.
struct SampledRows {
  std::vector<FoundExperiment> chosen;  ///< in the order of the store
  std::size_t eligible = 0;
  std::size_t other_level = 0, other_version = 0, unknown_task = 0;  ///< done rows that were left out
  double seconds = 0;                                                ///< that the chosen ones took when they were run
};

/// `count` of the done rows, or all of them if there are fewer, drawn by Philox from the seed; rows in `damaged`, by
/// task, are left out.
SampledRows choose_sample(const StoreReader& store, std::size_t count, std::int64_t seed,
                          const std::map<std::string, std::set<std::int64_t>>& damaged);

/// One chosen row, run again.
struct Repeated {
  std::string identity;
  std::uint64_t stored, again;  ///< digests of the results
  std::string difference{};     ///< what differs; empty: not a bit
  bool stopped = false;         ///< this process was asked to stop before its end
};

Repeated repeat(const FoundExperiment& row, const OnTick& on_tick);

}  // namespace icsweep
