// Chooses the rows that a page lists.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "io/report/columns.hpp"
#include "io/report/task_columns.hpp"

namespace icsweep::report {

inline constexpr std::int64_t max_best_rows = 1'000;  ///< per task, and at most a tenth of its rows in the page

/// The rows of a task that a page lists, in order.
struct Listing {
  std::vector<std::int64_t> rows{};
  std::vector<std::int64_t> sampled{};  ///< by listed row: 1 if it belongs to the sample, over which means are unbiased
  std::int64_t failed = 0, best = 0;    ///< rows listed because they failed, or have the best results
  std::string metric{};                 ///< of the best rows; empty: none
  bool whole = true;                    ///< true if every row of the task is listed

  /// {"rows", "sampled", "failed", "best", "metric"}; null if the listing is whole.
  nlohmann::ordered_json json(NumberArrays& arrays) const;
  /// The position of a row in `rows`, or −1.
  std::int64_t position(std::int64_t row) const;
};

/// Lists every row if there are at most `most`. Otherwise it lists
///   * rows that failed, diverged, crashed or timed out: up to a fifth of `most`, at least some of each frequent
///   message;
///   * the rows that count with the best values of the metric;
///   * a sample of all rows, chosen by their identities, which are hashes. Rows that count, other rows that ended, and
///     pending rows get equal shares if there are many of each.
/// metric: null if the task has no result.
Listing listing_of(const TaskColumns& rows, std::int64_t most, const Column* metric, bool largest);

}  // namespace icsweep::report
