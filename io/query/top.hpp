// The everyday question: which value of a parameter is best, and how sure is that?
#pragma once

#include <iosfwd>
#include <cstdint>
#include <string>
#include <vector>

#include "io/query/row_printer.hpp"
#include "io/query/sql_database.hpp"

namespace icsweep {

struct TopQuestion {
  std::string task, metric;     ///< a scalar of the task
  std::vector<std::string> by;  ///< parameters
  bool largest = false;         ///< is best, otherwise the smallest
  std::int64_t min_seeds = 0;   ///< settings with fewer finished ones are left out
};

/// A row for each value of the parameters among the planned experiments, the best first. Experiments that differ in
/// their seed alone make a setting; a value's row is that of its setting with the best mean: the other parameters that
/// vary, n done of how many planned, their mean, its 95 % interval (mean ± ci95, Student's t), the best of them and its
/// identity's beginning, of how many settings it is the best, and a remark: what of it did not end well or learnt
/// nothing, that another setting has the same mean, that one value has no interval. A setting of which not all planned
/// ones are done ranks behind those that are complete: a learning rate that diverges for three seeds of four is not the
/// best. As a table it has lines before it that say so. Throws Error(config) with the nearest name for a task, metric
/// or parameter that is not there.
void print_top(const StoreReader& store, const TopQuestion& question, QueryFormat format, std::ostream& out);

}  // namespace icsweep
