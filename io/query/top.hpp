// Answers the everyday question: which value of a parameter is best, and how sure is that?
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
  std::string task, metric;     ///< a scalar of the task
  std::vector<std::string> by;  ///< parameters
  bool largest = false;         ///< whether the largest metric is best, not the smallest
  std::int64_t min_seeds = 0;   ///< settings with fewer done seeds are left out
  Counting counting = Counting::planned;
};

/// Prints a row for each value of the parameters `by` among the planned experiments, the best first. Experiments that
/// differ only in their seed form a setting; a value's row shows its setting with the best mean: the other parameters
/// that vary, how many of how many planned seeds are done, mean, 95 % interval (mean ± ci95, Student's t), best seed
/// with the beginning of its identity, the number of settings compared, and a remark (seeds that did not end well or
/// learnt nothing, a tie with another setting, no interval for one seed). A setting with unfinished planned seeds ranks
/// behind complete ones: a learning rate that diverges for three seeds of four is not the best. Format `table` explains
/// this in lines before the rows. Throws Error(config) with the nearest name for an unknown task, metric or parameter.
void print_top(const Store& store, const TopQuestion& question, QueryFormat format, std::ostream& out);

}  // namespace icsweep
