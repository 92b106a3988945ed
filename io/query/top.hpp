// Finds the best value of a parameter, and the certainty of that answer.
#pragma once

#include <iosfwd>
#include <cstdint>
#include <string>
#include <vector>

#include "io/query/row_printer.hpp"
#include "io/query/selection.hpp"
#include "io/query/sql_database.hpp"

namespace icsweep {

struct TopQuestion {
  std::string task, metric;     ///< a scalar of the task; an empty task is the store's only one
  std::vector<std::string> by;  ///< parameters; empty: all that vary, so each setting has its own row
  bool largest = false;         ///< true if the largest metric is best
  std::int64_t min_seeds = 0;   ///< settings with fewer done seeds are left out
  Counting counting = Counting::planned;
};

/// Prints one row per value of the parameters `by` among the planned experiments, the best first. Experiments that
/// differ only in their seed form a setting. A row shows the setting with the best mean for its value: the other
/// parameters that vary, the number of done seeds out of the planned ones, the mean, its 95 % interval (mean ± ci95,
/// Student's t), the best seed with the beginning of its identity, the number of settings compared, and a remark.
/// Remarks are seeds that did not end well or learnt nothing, a tie with another setting, or no interval for one seed.
///
/// A setting with unfinished planned seeds ranks behind complete ones: a learning rate that diverges for three seeds of
/// four is not the best. Format `table` explains this before the rows. Throws Error(config) for an unknown task, metric
/// or parameter, with the nearest name.
void print_top(const Store& store, const TopQuestion& question, QueryFormat format, std::ostream& out);

}  // namespace icsweep
