#include "engine/ledger/growth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace icsweep {
namespace {

/// Columns of which sweeps decide.
bool is_own(const Column& column) {
  return column.role == Role::parameter || column.role == Role::result;
}

/// Finds the places and names of a task's columns in the sweep file.
class ColumnPlaces {
 public:
  ColumnPlaces(const Sweep& sweep, const std::string& task) : sweep_(sweep), task_(task) {}

  /// The first grid of the task; null if the task has none.
  const Grid* grid() const {
    const auto found = std::ranges::find(sweep_.grids, task_, &Grid::task);
    return found == sweep_.grids.end() ? nullptr : &*found;
  }

  /// Place of the first axis or formula of that name, else of the code.
  Place of(const std::string& column) const {
    for (const Grid& grid : sweep_.grids) {
      if (grid.task != task_) continue;
      if (const auto axis = std::ranges::find(grid.axes, column, &Axis::name); axis != grid.axes.end())
        return axis->place;
      if (const auto rule = std::ranges::find(grid.derived, column, &Formula::name); rule != grid.derived.end())
        return rule->place;
    }
    return code();
  }

  Place code() const {
    const Grid* first = grid();
    return !first ? Place{} : first->code ? first->code->place : first->place;
  }

  Place added() const {
    const Grid* first = grid();
    return first && first->code && !first->code->added.empty() ? first->code->added_place : code();
  }

  /// "program.added" and the parameter's name there.
  std::pair<std::string, std::string> added_key(const std::string& column) const {
    const Grid* first = grid();
    const std::string key = first && first->code ? first->code->key : "program";
    const std::string prefix = key + "_";
    return {key + ".added", key != "program" && column.starts_with(prefix) ? column.substr(prefix.size()) : column};
  }

  bool is_added(const std::string& column) const {
    const Grid* first = grid();
    return first && first->code && first->code->added.contains(added_key(column).second);
  }

 private:
  const Sweep& sweep_;
  const std::string& task_;
};

std::string written(const Column& column, const std::string& value) {
  return column.kind == ValueType::text ? fmt::format("\"{}\"", value) : value;
}

/// Refuses stored integers that no real holds, and whose identities would change with their texts.
void expect_exact(const Column& column, const StoredTable& stored, const Place& place, const std::string& path) {
  const auto values = stored.integers(column.name);
  const auto is_other = [](std::int64_t value) { return to_text(double(value)) != to_text(value); };
  if (const auto other = std::ranges::find_if(values, is_other); other != values.end())
    throw sweep_error(place, fmt::format("{0} cannot become a real number, since {1} has {0} = {2}; name another store",
                                         column.name, path, *other));
}

void expect_same_type(const Column& column, const Column& old, const StoredTable& stored, const ColumnPlaces& places,
                      const std::string& path) {
  const Place place = places.of(column.name);
  if (becomes_real(old, column)) return expect_exact(column, stored, place, path);
  if (column.role == Role::result && column.dimensions != old.dimensions)
    throw sweep_error(places.code(),
                      fmt::format("result {} has other dimensions in {}, give it another name", column.name, path));
  if (column.kind == old.kind) return;
  if (becomes_real(column, old))
    throw sweep_error(place, fmt::format("{0} is a real number in {1}, write its values with a point, such as 1.0",
                                         column.name, path));
  throw sweep_error(place, fmt::format("{} is {} in {} and {} here, give it another name", column.name,
                                       name_of(old.kind), path, name_of(column.kind)));
}

/// Refuses a parameter whose value in older rows differs from the one with which the store got it.
void expect_same_added(const Column& column, const Column& old, const ColumnPlaces& places, const std::string& path) {
  const auto [key, name] = places.added_key(column.name);
  const bool added = places.is_added(column.name);
  if (!old.neutral && added)
    throw sweep_error(places.added(), fmt::format("{} has {} from its beginning, remove it from {}", path, name, key));
  if (old.neutral && old.neutral != column.neutral)
    throw sweep_error(places.added(), fmt::format("{} got {} later, write {} = {{ {} = {} }} as then", path,
                                                  column.name, key, name, written(old, *old.neutral)));
}

}  // namespace

std::string growth_text(const Table& table, const Table& stored) {
  std::vector<std::string> parts;
  for (const auto& c : table.columns) {
    const Column* old = stored.find(c.name);
    if (!old && c.role == Role::parameter && c.neutral)
      parts.push_back(fmt::format("parameter {} is {} in earlier rows", c.name, written(c, *c.neutral)));
    else if (!old && c.role == Role::result) parts.push_back(fmt::format("result {} is NULL in earlier rows", c.name));
    else if (old && becomes_real(*old, c)) parts.push_back(fmt::format("{} becomes a real number", c.name));
  }
  return parts.empty() ? "" : fmt::format("table {} grows: {}", table.task, fmt::join(parts, ", "));
}

void expect_growth(const Sweep& sweep, const Table& table, const StoredTable& stored, const std::string& path) {
  const ColumnPlaces places(sweep, table.task);
  for (const auto& c : table.columns) {
    const Column* old = stored.table().find(c.name);
    if (!is_own(c)) continue;
    if (old) {
      expect_same_type(c, *old, stored, places, path);
      if (c.role == Role::parameter) expect_same_added(c, *old, places, path);
    } else if (c.role == Role::parameter && !c.neutral) {
      const auto [key, name] = places.added_key(c.name);
      throw sweep_error(
          places.of(c.name),
          fmt::format("{} is new to {}, add {} = {{ {} = VALUE }} with its value in earlier rows, or name "
                      "another store",
                      c.name, path, key, name));
    }
  }
  for (const auto& c : stored.table().columns)
    if (is_own(c) && !table.find(c.name))
      throw sweep_error(places.code(),
                        fmt::format("{} has {} {}, {}", path, c.role == Role::result ? "a result" : "a parameter",
                                    c.name, c.role == Role::result ? "keep it in results" : "give it a value"));
}

}  // namespace icsweep
