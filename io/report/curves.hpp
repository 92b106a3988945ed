// Curves, thinned to what a page can hold.
#pragma once

#include <algorithm>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "io/report/columns.hpp"
#include "io/store/hdf5_table.hpp"

namespace icsweep::report {

inline constexpr std::int64_t max_points = 64;               ///< of a curve
inline constexpr std::int64_t max_curve_values = 2'000'000;  ///< of a page

/// A curve of `length` points keeps every kept_step-th and its last. Steps are powers of two: but for its last,
/// whatever a longer curve keeps a shorter one keeps too, so that means over both have the same positions. The page
/// computes the same.
inline std::int64_t kept_step(std::int64_t length) {
  std::int64_t step = 1;
  while ((length - 2) / step + 2 > max_points) step *= 2;
  return step;
}
/// How many those are, and the i-th of them.
inline std::int64_t kept_points(std::int64_t length) {
  return length < 2 ? length : (length - 2) / kept_step(length) + 2;
}
inline std::int64_t kept_point(std::int64_t i, std::int64_t length) {
  return std::min(i * kept_step(length), length - 1);
}

/// What each of several gets of a budget: all that it asks for where that is no more than an equal share of what the
/// smaller ones left.
std::vector<std::int64_t> shares(const std::vector<std::int64_t>& demands, std::int64_t budget);

/// So many of the candidate rows, in their order. They are chosen by their identity, which is a hash: every k-th row of
/// a grid could be those of a single depth.
std::vector<std::int64_t> chosen_rows(std::vector<std::int64_t> candidates, const std::vector<std::string>& identities,
                                      std::int64_t count);

/// The result columns with one dimension, of some extent.
std::vector<const Column*> curve_columns(const Table& table);

/// Values that one experiment's curves take at most.
std::int64_t curve_values(const Table& table);

/// By row: whether it has a value along training (see is_along_training), which a row may before it has ended.
std::vector<bool> begun_rows(const hdf5::OpenTable& table);

/// {"rows": k, "lengths": {DIMENSION: k}, "columns": [{name, description, dimension, first, array}]} for these rows; k
/// are arrays. A length is that of the row's longest curve over the dimension, without the NaN at its end; each of its
/// curves has kept_points(length) values, row after row.
nlohmann::ordered_json curves_json(const hdf5::OpenTable& table, const std::vector<std::int64_t>& rows,
                                   NumberArrays& arrays);

}  // namespace icsweep::report
