// Curves, thinned to what a page can hold.
#pragma once

#include <algorithm>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "io/report/columns.hpp"
#include "io/store/stored_table.hpp"

namespace icsweep::report {

inline constexpr std::int64_t max_points = 64;               ///< of one curve
inline constexpr std::int64_t max_curve_values = 2'000'000;  ///< of all curves of a page

/// A curve of `length` points keeps every kept_step-th point and its last. Steps are powers of two, so that a shorter
/// curve keeps every point (but perhaps its last) that a longer one keeps: means over both have the same positions. The
/// page computes the same steps.
inline std::int64_t kept_step(std::int64_t length) {
  std::int64_t step = 1;
  while ((length - 2) / step + 2 > max_points) step *= 2;
  return step;
}
/// The number of kept points, and the i-th of them.
inline std::int64_t kept_points(std::int64_t length) {
  return length < 2 ? length : (length - 2) / kept_step(length) + 2;
}
inline std::int64_t kept_point(std::int64_t i, std::int64_t length) {
  return std::min(i * kept_step(length), length - 1);
}

/// Divides a budget: each demand is met in full if it is at most an equal share of what smaller demands leave, else it
/// gets that share.
std::vector<std::int64_t> shares(const std::vector<std::int64_t>& demands, std::int64_t budget);

/// Chooses `count` candidate rows, kept in order, by their identities, which are hashes: every k-th row of a grid could
/// be the rows of a single depth.
std::vector<std::int64_t> chosen_rows(std::vector<std::int64_t> candidates, const std::vector<std::string>& identities,
                                      std::int64_t count);

/// The result columns with one dimension and an extent above 0.
std::vector<const Column*> curve_columns(const Table& table);

/// Values that one experiment's curves take at most.
std::int64_t curve_values(const Table& table);

/// By row, whether it has a value along training (see is_along_training); a row may before it has ended.
std::vector<bool> begun_rows(const StoredTable& table);

/// {"rows": k, "lengths": {DIMENSION: k}, "columns": [{name, description, dimension, first, array}]} for these rows;
/// each k is an array's number. A row's length is that of its longest curve over the dimension, without NaN at the end;
/// each of its curves has kept_points(length) values, row after row.
nlohmann::ordered_json curves_json(const StoredTable& table, const std::vector<std::int64_t>& rows,
                                   NumberArrays& arrays);

}  // namespace icsweep::report
