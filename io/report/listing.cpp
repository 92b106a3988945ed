#include "io/report/listing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "io/report/curves.hpp"

namespace icsweep::report {
namespace {

using Rows = std::vector<std::int64_t>;

/// At least some of each message: the groups with the most rows give way first.
Rows failed_rows(const TaskColumns& rows, const TextCells& identities, std::int64_t most) {
  const TextCells messages = rows.texts("message");
  std::unordered_map<std::string, std::size_t> places;
  std::vector<Rows> groups;
  for (std::int64_t row = 0; row < rows.rows(); ++row) {
    if (!is_failure(rows.outcome(row))) continue;
    std::string key{char('0' + int(rows.outcome(row))), rows.is_planned(row) ? 'p' : 'u'};
    const auto [found, fresh] = places.emplace(key.append(messages[row]), groups.size());
    if (fresh) groups.emplace_back();
    groups[found->second].push_back(row);
  }
  std::vector<std::int64_t> sizes;
  for (const auto& group : groups) sizes.push_back(std::int64_t(group.size()));
  const auto given = shares(sizes, most);
  Rows chosen;
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (const std::int64_t row : chosen_rows(std::move(groups[g]), identities, given[g])) chosen.push_back(row);
  return chosen;
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
  std::array<Rows, 3> kinds;  // rows that count, others that ended, pending ones
  for (std::int64_t row = 0; row < rows.rows(); ++row)
    kinds[rows.counts(row) ? 0 : rows.is_pending(row) ? 2 : 1].push_back(row);
  std::vector<std::int64_t> sizes;
  for (const auto& kind : kinds) sizes.push_back(std::int64_t(kind.size()));
  const auto given = shares(sizes, count);
  Rows chosen;
  for (std::size_t k = 0; k < kinds.size(); ++k)
    for (const std::int64_t row : chosen_rows(std::move(kinds[k]), identities, given[k])) chosen.push_back(row);
  std::ranges::sort(chosen);
  return chosen;
}

Listing whole_listing(std::int64_t rows) {
  Listing all{.rows = Rows(std::size_t(rows)), .sampled = Rows(std::size_t(rows), 1)};
  std::iota(all.rows.begin(), all.rows.end(), std::int64_t{0});
  return all;
}

}  // namespace

bool is_failure(Outcome outcome) {
  return outcome != Outcome::done && outcome != Outcome::pending && outcome != Outcome::pruned;
}

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
