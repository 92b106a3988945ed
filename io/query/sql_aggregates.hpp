// Aggregates and functions for SQL in addition to SQLite's own. Aggregates ignore NULL and refuse texts.
//   median(x)             the middle value, or the mean of the two middle ones
//   quantile(x, p)        p in [0, 1], by linear interpolation between neighbours
//   avg(x)                replaces SQLite's, which rounds at each row
//   stddev(x)             of a sample: divided by n − 1; NULL for one value
//   ci95(x)               half-width of the 95 % interval of the mean: t s/√n with Student's t of n − 1 degrees of
//                         freedom; NULL for one value
//   quote(x)              replaces SQLite's, whose text may be read as another real; with real_of(text)
//   shown(x)              a real as the shortest text that reads back as the same number
//   argmin_id(x, id)      the id of the smallest x, the first if several are equal
#pragma once

#include <string>
#include <vector>

struct sqlite3;

namespace icsweep {

void add_aggregates(sqlite3* db);

/// "median(x)", ...
const std::vector<std::string>& aggregates();

}  // namespace icsweep
