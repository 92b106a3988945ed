// What differs between two stores: experiments, their results, and the means of settings.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "io/query/selection.hpp"
#include "io/store/store.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// One result of a setting that both stores have: the means over its done seeds, and second less first. Where the
/// stores share seeds, of those alone, so that a store with more seeds does not differ by them; otherwise of all. The
/// interval of the difference holds it with probability .95: Student's t of the differences by seed, or Welch's of the
/// means; none with one seed.
struct MeanDifference {
  std::string setting;  ///< "depth = 3, learning_rate = 0.1"; empty if no parameter but the seed varies
  std::string result;
  std::array<double, 2> mean{};
  std::array<std::size_t, 2> seeds{};
  double difference = 0, half_width = 0;  ///< NaN without an interval
  bool paired = false;

  /// Whether the interval leaves out zero.
  bool clear() const { return std::abs(difference) > half_width; }
};

/// A pair of numbers or lists is of the first and the second store.
struct TaskDifference {
  std::string task;
  std::array<std::string, 2> left_out{};     ///< "augmented leaves out 2 diverged"; empty if nothing is left out
  std::array<std::size_t, 2> alone{};        ///< experiments that the other store does not have
  std::array<std::size_t, 2> ended_alone{};  ///< of those in both, ended here and pending there
  std::size_t both = 0, pending = 0;         ///< experiments in both; of them pending in both
  std::size_t equal = 0;                     ///< done in both with equal digests
  std::size_t equal_common = 0;              ///< done in both, with equal results where both have them
  std::size_t other_results = 0;             ///< done in both, with other results
  std::size_t other_outcome = 0;             ///< ended in both, otherwise: done here, diverged there
  std::size_t equal_outcome = 0;             ///< ended in both with the same outcome, which is not done
  std::size_t settings = 0;                  ///< in both
  std::array<std::vector<std::string>, 2> settings_alone{}, columns_alone{};
  std::vector<MeanDifference> means{};  ///< of settings whose results are not all equal, the clearest first

  bool same() const;
};

struct StoreDifference {
  std::array<std::vector<std::string>, 2> tasks_alone{};
  std::vector<TaskDifference> tasks{};  ///< in both

  /// Whether both have the same experiments, with equal outcomes and equal results. Columns that one store alone has do
  /// not matter: versions add some.
  bool same() const;
};

/// Compares the experiments of the sweeps that count, whatever their outcome. Means are of those that count. An
/// experiment is known by its identity; a row of a version before 0.2 whose reals are not as people write them also by
/// that of the rounded ones. Results are compared by their digests; where these are unequal, without those that one of
/// the rows lacks since a later version added them.
StoreDifference compare(const TaskRegistry& tasks, const Store& first, const Store& second,
                        Counting counting = Counting::planned);

}  // namespace icsweep
