#include "io/report/curves.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

namespace icsweep::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t block_rows = 1024;  // read together if they are consecutive

/// All curves over one dimension.
struct Bundle {
  std::vector<const Column*> columns;
  std::vector<std::int64_t> lengths;        // by row
  std::vector<std::vector<double>> values;  // by column
};

std::int64_t length_of(const double* values, std::int64_t extent) {
  while (extent > 0 && std::isnan(values[extent - 1])) --extent;
  return extent;
}

/// Erases curves of experiments that did not end well, except results along training. Versions before 0.2 kept them.
void erase_of_unfinished(const StoredTable& table, const std::vector<std::int64_t>& rows, Bundle& b) {
  if (is_along_training(b.columns[0]->dimensions)) return;
  const auto status = table.integers("status");
  std::size_t at = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t kept = std::size_t(kept_points(b.lengths[i]));
    if (Outcome(status[std::size_t(rows[i])]) != Outcome::done)
      for (auto& values : b.values)
        std::fill_n(values.begin() + std::ptrdiff_t(at), kept, std::numeric_limits<double>::quiet_NaN());
    at += kept;
  }
}

/// Appends the kept points of `count` consecutive rows.
void read_rows(const StoredTable& table, std::int64_t first, std::int64_t count, std::int64_t extent, Bundle& b) {
  std::vector<std::vector<double>> raw;
  for (const Column* c : b.columns) raw.push_back(table.reals(c->name, first, count));
  for (std::int64_t row = 0; row < count; ++row) {
    std::int64_t length = 0;
    for (const auto& values : raw) length = std::max(length, length_of(&values[std::size_t(row * extent)], extent));
    b.lengths.push_back(length);
    const std::int64_t kept = kept_points(length);
    for (std::size_t c = 0; c < raw.size(); ++c)
      for (std::int64_t i = 0; i < kept; ++i)
        b.values[c].push_back(raw[c][std::size_t(row * extent + kept_point(i, length))]);
  }
}

void read(const StoredTable& table, const std::vector<std::int64_t>& rows, std::int64_t extent, Bundle& b) {
  b.values.resize(b.columns.size());
  for (std::size_t i = 0; i < rows.size();) {
    std::size_t end = i + 1;
    while (end < rows.size() && end - i < block_rows && rows[end] == rows[end - 1] + 1) ++end;
    read_rows(table, rows[i], std::int64_t(end - i), extent, b);
    i = end;
  }
  erase_of_unfinished(table, rows, b);
}

}  // namespace

std::vector<std::int64_t> shares(const std::vector<std::int64_t>& demands, std::int64_t budget) {
  std::vector<std::size_t> order(demands.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return demands[a] < demands[b]; });
  std::vector<std::int64_t> given(demands.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    given[order[i]] = std::min(demands[order[i]], budget / std::int64_t(order.size() - i));
    budget -= given[order[i]];
  }
  return given;
}

std::vector<std::int64_t> chosen_rows(std::vector<std::int64_t> candidates, const TextCells& identities,
                                      std::int64_t count) {
  if (std::int64_t(candidates.size()) <= count) return candidates;
  const auto by_identity = [&](std::int64_t a, std::int64_t b) { return identities[a] < identities[b]; };
  std::nth_element(candidates.begin(), candidates.begin() + count, candidates.end(), by_identity);
  candidates.resize(std::size_t(count));
  std::sort(candidates.begin(), candidates.end());
  return candidates;
}

std::vector<const Column*> curve_columns(const Table& table) {
  std::vector<const Column*> curves;
  for (const auto& c : table.columns)
    if (c.role == Role::result && c.dimensions.size() == 1 && table.extents.at(c.dimensions[0]) > 0)
      curves.push_back(&c);
  return curves;
}

std::int64_t curve_values(const Table& table) {
  std::int64_t sum = 0;
  for (const Column* c : curve_columns(table)) sum += std::min(table.extents.at(c->dimensions[0]), max_points);
  return sum;
}

std::vector<bool> begun_rows(const TaskColumns& rows) {
  const std::int64_t all = rows.rows();
  std::vector<bool> begun(static_cast<std::size_t>(all));
  for (const Column* c : curve_columns(rows.table())) {
    if (!is_along_training(c->dimensions)) continue;
    const std::int64_t extent = rows.table().extents.at(c->dimensions[0]);
    for (std::int64_t first = 0; first < all; first += std::int64_t(block_rows)) {
      const std::int64_t count = std::min(std::int64_t(block_rows), all - first);
      bool pending = false;
      for (std::int64_t row = first; row < first + count && !pending; ++row) pending = rows.is_pending(row);
      if (!pending) continue;
      const auto values = rows.stored().reals(c->name, first, count);
      for (std::int64_t row = 0; row < count; ++row)
        if (rows.is_pending(first + row) && !std::isnan(values[std::size_t(row * extent)]))
          begun[std::size_t(first + row)] = true;
    }
    break;  // one curve along training is enough
  }
  return begun;
}

std::vector<std::int64_t> curved_rows(const TaskColumns& rows) {
  const std::vector<bool> begun = begun_rows(rows);
  std::vector<std::int64_t> curved;
  for (std::int64_t row = 0; row < rows.rows(); ++row)
    if (!rows.is_pending(row) || begun[std::size_t(row)]) curved.push_back(row);
  return curved;
}

Json curves_json(const StoredTable& table, const std::vector<std::int64_t>& rows,
                 const std::vector<std::int64_t>& positions, NumberArrays& arrays) {
  std::map<std::string, Bundle> bundles;
  for (const Column* c : curve_columns(table.table())) bundles[c->dimensions[0]].columns.push_back(c);
  Json lengths = Json::object(), columns = Json::array();
  for (auto& [dimension, bundle] : bundles) {
    read(table, rows, table.table().extents.at(dimension), bundle);
    lengths[dimension] = arrays.add(bundle.lengths);
    for (std::size_t c = 0; c < bundle.columns.size(); ++c)
      columns.push_back({{"name", bundle.columns[c]->name},
                         {"description", bundle.columns[c]->description},
                         {"dimension", dimension},
                         {"first", first_index(dimension)},
                         {"array", arrays.add(bundle.values[c], Digits::seven)}});
  }
  return {{"rows", arrays.add(positions)}, {"lengths", lengths}, {"columns", columns}};
}

}  // namespace icsweep::report
