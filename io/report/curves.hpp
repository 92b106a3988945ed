// Curves, thinned to the number of points that a page can hold.
#pragma once

#include <algorithm>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "io/report/columns.hpp"
#include "io/report/task_columns.hpp"

namespace icsweep::report {

inline constexpr std::int64_t max_points = 64;               ///< per curve
inline constexpr std::int64_t max_curve_values = 2'000'000;  ///< for all curves of a page
inline constexpr std::int64_t max_sample_values = 400'000;   ///< the same, if the page lists a part of the rows

/// A curve of `length` points keeps every kept_step-th point and its last. Steps are powers of two, so that a shorter
/// curve keeps all points that a longer one keeps, except perhaps its last. Means over both therefore use the same
/// positions. The page computes the same steps.
inline std::int64_t kept_step(std::int64_t length) {
  std::int64_t step = 1;
  while ((length - 2) / step + 2 > max_points) step *= 2;
  return step;
}
/// The number of kept points, and the index of the i-th one.
inline std::int64_t kept_points(std::int64_t length) {
  return length < 2 ? length : (length - 2) / kept_step(length) + 2;
}
inline std::int64_t kept_point(std::int64_t i, std::int64_t length) {
  return std::min(i * kept_step(length), length - 1);
}

/// Divides a budget. A demand is met in full if it is at most an equal share of what smaller demands leave; otherwise
/// it gets that share.
std::vector<std::int64_t> shares(const std::vector<std::int64_t>& demands, std::int64_t budget);

/// Chooses `count` of the candidate rows, in order, by their identities, which are hashes. Taking every k-th row of a
/// grid could select rows of a single depth.
std::vector<std::int64_t> chosen_rows(std::vector<std::int64_t> candidates, const TextCells& identities,
                                      std::int64_t count);

/// The result columns with one dimension and an extent above 0.
std::vector<const Column*> curve_columns(const Table& table);

/// The largest number of values that one experiment's curves can have.
std::int64_t curve_values(const Table& table);

/// Marks the pending rows with a value along training (see is_along_training), which a row may have before its
/// experiment ends.
std::vector<bool> begun_rows(const TaskColumns& rows);

/// The rows with curves: those that ended or have begun.
std::vector<std::int64_t> curved_rows(const TaskColumns& rows);

/// {"rows": k, "lengths": {DIMENSION: k}, "columns": [{name, description, dimension, first, array}]} for these rows;
/// each k is the index of an array. "rows" has their positions in the page. A row's length is that of its longest curve
/// over the dimension, without NaN at the end. Each of its curves has kept_points(length) values, row after row.
nlohmann::ordered_json curves_json(const StoredTable& table, const std::vector<std::int64_t>& rows,
                                   const std::vector<std::int64_t>& positions, NumberArrays& arrays);

}  // namespace icsweep::report
