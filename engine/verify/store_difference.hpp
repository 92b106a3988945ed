// Differences of two stores: experiments, their results, and the means of settings.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "io/query/selection.hpp"
#include "io/store/store.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// Result of a setting that both stores have: its means over done seeds, and second minus first. If the stores share
/// seeds, only those count, so that a store with more seeds does not differ by them. The interval contains the
/// difference with probability .95: Student's t of the differences by seed, or Welch's of the means. With one seed
/// there is no interval.
struct MeanDifference {
  std::string setting;  ///< "depth = 3, learning_rate = 0.1"; empty if no parameter but the seed varies
  std::string result;
  std::array<double, 2> mean{};
  std::array<std::size_t, 2> seeds{};
  double difference = 0, half_width = 0;  ///< NaN without an interval
  bool paired = false;

  /// True if the interval excludes zero.
  bool clear() const { return std::abs(difference) > half_width; }
};

/// Pairs are of the first and the second store.
struct TaskDifference {
  std::string task;
  std::array<std::string, 2> left_out{};     ///< "augmented leaves out 2 diverged", or empty
  std::array<std::size_t, 2> alone{};        ///< experiments that the other store lacks
  std::array<std::size_t, 2> ended_alone{};  ///< experiments in both that have ended here and are pending there
  std::size_t both = 0, pending = 0;         ///< experiments in both; pending: in both stores
  std::size_t equal = 0;                     ///< done in both with equal digests
  std::size_t equal_common = 0;              ///< done in both, with equal values of the results that both have
  std::size_t other_results = 0;             ///< done in both, with other results
  std::size_t other_outcome = 0;             ///< ended in both with different outcomes: done here, diverged there
  std::size_t equal_outcome = 0;             ///< ended in both with the same outcome other than done
  std::size_t settings = 0;                  ///< in both
  std::array<std::vector<std::string>, 2> settings_alone{}, columns_alone{};
  std::vector<MeanDifference> means{};  ///< of settings whose results are not all equal, the clearest first

  bool same() const;
};

struct StoreDifference {
  std::array<std::vector<std::string>, 2> tasks_alone{};
  std::vector<TaskDifference> tasks{};  ///< in both

  /// True if both have the same experiments with equal outcomes and equal results. Columns of only one store do not
  /// matter: versions add some.
  bool same() const;
};

/// Compares the experiments of the sweeps that count, with any outcome. Means are of experiments that count. An
/// experiment is identified by its identity; a row before version 0.2 with unrounded reals also by that of the rounded
/// ones. Results are compared by digest. If digests differ, results that one row lacks, since a later version added
/// them, are ignored.
StoreDifference compare(const TaskRegistry& tasks, const Store& first, const Store& second,
                        Counting counting = Counting::planned);

}  // namespace icsweep
