// Finds the settings that no other setting beats in every metric.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "io/query/row_printer.hpp"
#include "io/query/selection.hpp"
#include "io/store/store.hpp"

namespace icsweep {

/// A result of a front and its direction.
struct FrontMetric {
  std::string name;      ///< a scalar of the task
  bool largest = false;  ///< true if the largest value is best

  /// "least test_mse", with other words for the two directions.
  std::string with(const char* smallest, const char* greatest) const {
    return std::string(largest ? greatest : smallest) + ' ' + name;
  }
};

/// Metrics of --pareto, such as "test_mse,accuracy:largest". all_largest: for all.
std::vector<FrontMetric> front_metrics(const std::string& list, bool all_largest);

struct FrontQuestion {
  using Metric = FrontMetric;

  std::string task;
  std::vector<Metric> metrics;  ///< at least two
  std::vector<std::string> by;  ///< parameters with a front for each of their values; none: one front
  std::int64_t min_seeds = 0;   ///< settings with fewer done seeds are left out
  Counting counting = Counting::planned;
};

/// Prints one row per setting of the front (io/base/fronts.hpp), ordered by `by` and the first metric, the best first.
/// Experiments that differ only in their seed form a setting, whose values are the means over the done seeds that have
/// all metrics. A row shows the setting's parameters, these seeds out of the planned ones, and each mean with its 95 %
/// interval (mean ± ci95).
///
/// A setting with unfinished planned seeds is not on the front, unless every setting of these values of `by` has some;
/// the front is then that of their means so far. Format `table` explains this before the rows. Throws Error(config) for
/// an unknown task, metric or parameter, with the nearest name, and for a metric that is named twice.
void print_front(const Store& store, const FrontQuestion& question, QueryFormat format, std::ostream& out);

}  // namespace icsweep
