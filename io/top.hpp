// The everyday question: which value of a parameter is best, and how sure is that?
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "io/row_printer.hpp"
#include "io/sql_database.hpp"

namespace icsweep {

struct TopQuestion {
  std::string task, metric;     ///< a scalar of the task
  std::vector<std::string> by;  ///< parameters
  bool largest = false;         ///< is best, otherwise the smallest
};

/// A row for each value of the parameters among the done experiments, the best first. Experiments that differ in their
/// seed alone make a setting; a value's row is that of its setting with the best mean: the other parameters that vary,
/// n experiments, their mean, its 95 % interval (mean ± ci95, Student's t), the best of them and its identity's
/// beginning, and of how many settings it is the best. As a table it has a line before it that says so. Throws
/// Error(config) with the nearest name for a task, metric or parameter that is not there.
void print_top(const StoreReader& store, const TopQuestion& question, QueryFormat format, std::ostream& out);

}  // namespace icsweep
