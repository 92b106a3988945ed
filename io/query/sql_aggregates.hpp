// Aggregates for SQL beside SQLite's own. NULL is ignored; a text is refused.
//   median(x)             the middle value, or the mean of the two in the middle
//   quantile(x, p)        p in [0, 1], by linear interpolation between neighbours
//   stddev(x)             of a sample: divided by n − 1; NULL for one value
//   ci95(x)               half-width of the 95 % interval of the mean: t s/√n with Student's t of n − 1 degrees of
//                         freedom; NULL for one value
//   argmin_id(x, id)      the id beside the smallest x, the first of several
#pragma once

#include <string>
#include <vector>

struct sqlite3;

namespace icsweep {

void add_aggregates(sqlite3* db);

/// "median(x)", ...
const std::vector<std::string>& aggregates();

/// Half-width of the interval that holds the mean of a normal distribution with probability .95, from a sample; NaN for
/// fewer than two values.
double ci95(const std::vector<double>& sample);

/// Standard deviation of a sample; NaN for fewer than two values.
double stddev(const std::vector<double>& sample);

}  // namespace icsweep
