#include "io/report/listing.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "io/report/curves.hpp"
#include "io/report/sums.hpp"

namespace icsweep::report {
namespace {

using Rows = std::vector<std::int64_t>;

/// At most `most` of the rows, in equal shares of the groups: those with the most rows give way first.
Rows shared_rows(std::vector<Rows> groups, const TextCells& identities, std::int64_t most) {
  std::vector<std::int64_t> sizes;
  for (const auto& group : groups) sizes.push_back(std::int64_t(group.size()));
  const auto given = shares(sizes, most);
  Rows chosen;
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (const std::int64_t row : chosen_rows(std::move(groups[g]), identities, given[g])) chosen.push_back(row);
  return chosen;
}

/// At least some of each frequent message.
Rows failed_rows(const TaskColumns& rows, const TextCells& identities, std::int64_t most) {
  std::vector<Rows> groups;
  for (auto& group : failure_groups(rows)) groups.push_back(std::move(group.rows));
  return shared_rows(std::move(groups), identities, most);
}

Rows best_rows(const TaskColumns& rows, const Column& metric, bool largest, std::int64_t most) {
  const auto values = rows.numbers(metric);
  Rows all;
  for (std::int64_t row = 0; row < rows.rows(); ++row)
    if (rows.counts(row) && std::isfinite(values[std::size_t(row)])) all.push_back(row);
  const auto better = [&](std::int64_t a, std::int64_t b) {
    const double x = values[std::size_t(a)], y = values[std::size_t(b)];
    return x != y ? (largest ? x > y : x < y) : a < b;
  };
  const auto end = all.begin() + std::min(most, std::int64_t(all.size()));
  std::ranges::nth_element(all, end, better);
  return {all.begin(), end};
}

Rows sample(const TaskColumns& rows, const TextCells& identities, std::int64_t count) {
  std::vector<Rows> kinds(3);  // rows that count, others that ended, pending ones
  for (std::int64_t row = 0; row < rows.rows(); ++row)
    kinds[rows.counts(row) ? 0 : rows.is_pending(row) ? 2 : 1].push_back(row);
  Rows chosen = shared_rows(std::move(kinds), identities, count);
  std::ranges::sort(chosen);
  return chosen;
}

Listing whole_listing(std::int64_t rows) {
  Listing all{.rows = Rows(std::size_t(rows)), .sampled = Rows(std::size_t(rows), 1)};
  std::iota(all.rows.begin(), all.rows.end(), std::int64_t{0});
  return all;
}

}  // namespace

nlohmann::ordered_json Listing::json(NumberArrays& arrays) const {
  if (whole) return nullptr;
  return {{"rows", arrays.add(rows)},
          {"sampled", column_json(sampled, arrays)},
          {"failed", failed},
          {"best", best},
          {"metric", metric}};
}

std::int64_t Listing::position(std::int64_t row) const {
  if (whole) return row;
  const auto found = std::ranges::lower_bound(rows, row);
  return found != rows.end() && *found == row ? found - rows.begin() : -1;
}

Listing listing_of(const TaskColumns& rows, std::int64_t most, const Column* metric, bool largest) {
  if (rows.rows() <= most) return whole_listing(rows.rows());
  const TextCells identities = rows.texts("identity");
  const Rows failed = failed_rows(rows, identities, most / 5);
  Rows named = failed;
  Listing listing{.failed = std::int64_t(failed.size()), .whole = false};
  if (metric) {
    const Rows best = best_rows(rows, *metric, largest, std::min(max_best_rows, most / 10));
    named.insert(named.end(), best.begin(), best.end());
    listing.best = std::int64_t(best.size());
    listing.metric = metric->name;
  }
  const Rows chosen = sample(rows, identities, most - std::int64_t(named.size()));
  std::ranges::sort(named);
  std::ranges::set_union(named, chosen, std::back_inserter(listing.rows));
  for (const std::int64_t row : listing.rows) listing.sampled.push_back(std::ranges::binary_search(chosen, row));
  return listing;
}

}  // namespace icsweep::report
