#include "io/store/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <set>

#include "io/base/parsed_number.hpp"
#include "io/store/parameter_cell.hpp"

namespace icsweep {

Outcome outcome_of_status(std::int64_t status) {
  return status < outcome_count ? Outcome(status) : Outcome::pending;
}

std::string_view name_of(Outcome outcome) {
  static constexpr std::array<std::string_view, outcome_count> names{"pending",   "done",    "diverged", "failed",
                                                                     "timed_out", "crashed", "pruned"};
  return std::size_t(outcome) < names.size() ? names[std::size_t(outcome)] : "pending";
}

const Column* Table::find(std::string_view name) const {
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const auto& c) { return c.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

namespace {

void expect_distinct_names(const Table& table) {
  std::set<std::string_view> names;
  for (const auto& c : table.columns)
    if (!names.insert(c.name).second)
      throw Error(
          ErrorKind::config,
          fmt::format("task {} would have two columns \"{}\", choose another name for its own", table.task, c.name));
}

}  // namespace

std::vector<std::string> sql_names(const Table& table) {
  std::vector<std::string> names{table.task, table.task + "_all"};
  for (const auto& c : table.columns)
    if (!c.dimensions.empty()) names.insert(names.end(), {table.task + '_' + c.name, table.task + "_all_" + c.name});
  return names;
}

void expect_distinct_sql_names(const std::vector<const Table*>& tables) {
  std::map<std::string, std::string> owners;
  for (const char* own :
       {"experiments", "curves", "curves_all", "sweep", "sweeps", "launches", "launch_checkpoints", "launch_guests"})
    owners.emplace(own, "the store");
  for (const Table* table : tables)
    for (std::string name : sql_names(*table)) {
      std::ranges::transform(name, name.begin(), [](unsigned char c) { return char(std::tolower(c)); });
      const auto [place, is_new] = owners.emplace(name, "task " + table->task);
      if (!is_new)
        throw Error(ErrorKind::config, fmt::format("{} and task {} would both have the table \"{}\" in SQL, give the "
                                                   "program, its result or the file another name",
                                                   place->second, table->task, name));
    }
}

Table make_table(const Schema& schema) {
  Table table{schema.task, {}, {}, 0};
  table.grows = code_parameter(schema) != nullptr;
  const auto add = [&](std::string name, ValueType kind, Role role, int width, std::string description) {
    table.columns.push_back({std::move(name), kind, role, width, {}, std::move(description)});
  };
  add("identity", ValueType::text, Role::identity, 32, "content hash of task and parameters");
  add("status", ValueType::integer, Role::status, 0, "outcome");
  for (const auto& p : schema.parameters) {
    const ValueType kind = kind_of(p.type());
    add(p.name, kind, Role::parameter, kind == ValueType::text ? 64 : 0, p.description);
    if (kind != p.type()) table.columns.back().form = p.type();
    table.columns.back().optional = p.optional;
    table.columns.back().nullable = p.nullable;
    table.columns.back().path = p.path;
    table.columns.back().default_value = to_text(p.default_value);
    if (p.neutral) {
      const auto* flag = std::get_if<bool>(&*p.neutral);
      table.columns.back().neutral = flag ? to_text(std::int64_t(*flag)) : to_text(*p.neutral);
    }
    table.columns.back().repeats = p.repeats;
  }
  for (const auto& output : schema.outputs) {
    add(output.name, ValueType::real, Role::result, 0, output.description);
    for (const auto& d : output.dimensions) table.columns.back().dimensions.push_back(d.name);
    if (output.later) table.columns.back().neutral = "nan";
  }
  add("message", ValueType::text, Role::record, 256, "why the experiment diverged or failed");
  add("seconds", ValueType::real, Role::record, 0, "wall time of the experiment");
  add("finished", ValueType::real, Role::record, 0, "end of it, seconds since 1970 UTC");
  add("host", ValueType::text, Role::record, 64, "machine that ran it");
  add("level", ValueType::text, Role::record, 16, "instruction-set level it ran at");
  add("rank", ValueType::integer, Role::record, 0, "MPI rank that ran it");
  add("attempts", ValueType::integer, Role::record, 0, "times it was started to the end");
  add("result_version", ValueType::integer, Role::record, 0, "version of the task's results");
  add("digest", ValueType::integer, Role::record, 0, "hash of the results");
  add("build", ValueType::text, Role::record, 16, "hash of the code that computed it");
  table.columns.back().neutral = "";
  add("last_step", ValueType::integer, Role::record, 0, "step it had come to, however it ended");
  table.columns.back().neutral = "0";
  add("last_loss", ValueType::real, Role::record, 0, "loss at that step");
  table.columns.back().neutral = "nan";
  add("core_seconds", ValueType::real, Role::record, 0, "wall time of all its threads");
  table.columns.back().neutral = "nan";
  add("launch", ValueType::integer, Role::record, 0, "launch that ran it, see launches");
  table.columns.back().neutral = "0";
  if (code_parameter(schema)) {
    add("program_memory", ValueType::real, Role::record, 0, "largest memory of its processes, bytes");
    table.columns.back().neutral = "nan";
  }
  add("planned", ValueType::integer, Role::planned, 0, "1 while the sweep contains the point");
  add("checksum", ValueType::integer, Role::checksum, 0, "hash of the row and its outcome");
  expect_distinct_names(table);
  return table;
}

bool is_weights_index(const Column& c) {
  return c.role == Role::weights_offset || c.role == Role::weights_count;
}

void set_weights(Table& table, std::int64_t count) {
  std::erase_if(table.columns, is_weights_index);
  table.weights = count;
  if (count == 0) return;
  table.columns.push_back(
      {"weights_offset", ValueType::integer, Role::weights_offset, 0, {}, "its place in weights, -1: none"});
  table.columns.push_back({"weights_count", ValueType::integer, Role::weights_count, 0, {}, "numbers kept there"});
}

bool is_search_column(const Column& c) {
  return c.role == Role::record && (c.name == rung_column || c.name == rung_metric_column || c.name == bracket_column);
}

namespace {

void add_search_column(Table& table, const char* name, ValueType kind, const char* description, const char* neutral) {
  if (std::ranges::any_of(table.columns, [&](const Column& c) { return is_search_column(c) && c.name == name; }))
    return;
  Column column{name, kind, Role::record, 0, {}, description};
  column.neutral = neutral;
  const auto planned = std::ranges::find(table.columns, Role::planned, &Column::role);
  table.columns.insert(planned, std::move(column));
}

}  // namespace

void add_search_columns(Table& table) {
  add_search_column(table, rung_column, ValueType::integer, "rung at which a search pruned it, 0: none", "0");
  add_search_column(table, rung_metric_column, ValueType::real, "the search's metric at that rung", "nan");
  expect_distinct_names(table);
}

void keep_search_columns(Table& table, const Table& stored) {
  if (std::ranges::any_of(stored.columns, is_search_column)) add_search_columns(table);
  if (const Column* c = stored.find(bracket_column); c && is_search_column(*c))
    add_search_column(table, bracket_column, c->kind, "first rung that decided in its Hyperband bracket, 0: none", "0");
  expect_distinct_names(table);
}

bool becomes_real(const Column& stored, const Column& expected) {
  return expected.role == Role::parameter && stored.type() == ValueType::integer && expected.type() == ValueType::real;
}

void fit(const Table& table, Row& row) {
  for (const auto& c : table.columns)
    if (const auto cell = row.find(c.name); cell != row.end() && c.kind == ValueType::real)
      if (std::holds_alternative<std::int64_t>(cell->second)) {
        const Value value = parameter_value(cell->second, ValueType::integer, c.optional || c.nullable);
        cell->second = parameter_cell(is_missing(value) ? value : Value(as_number(value)), ValueType::real);
      }
}

std::string difference(const Table& stored, const Table& expected) {
  const auto shape = [](const Column& c) { return fmt::format("{}({})", int(c.type()), fmt::join(c.dimensions, ",")); };
  for (const auto& c : expected.columns) {
    if (is_weights_index(c) || is_search_column(c)) continue;
    const Column* other = stored.find(c.name);
    if (!other && (c.neutral || (expected.grows && c.role == Role::result))) continue;
    if (!other) return fmt::format("table {} has no column {}", expected.task, c.name);
    if (expected.grows && becomes_real(*other, c)) continue;
    if (shape(*other) != shape(c)) return fmt::format("column {} of table {} has another type", c.name, expected.task);
  }
  for (const auto& c : stored.columns)
    if (!is_weights_index(c) && !is_search_column(c) && !expected.find(c.name))
      return fmt::format("table {} has column {}, which this version does not know", expected.task, c.name);
  return "";
}

Cell no_result(const Column& column) {
  if (column.dimensions.empty()) return std::numeric_limits<double>::quiet_NaN();
  return Array{std::vector<std::int64_t>(column.dimensions.size(), 0), {}};
}

Cell neutral_cell(const Column& column) {
  if (column.role == Role::result) return no_result(column);
  if (column.kind == ValueType::text) return *column.neutral;
  const std::int64_t number = whole_number(*column.neutral).value_or(0);
  if (column.kind == ValueType::integer) return number;
  return real_number(*column.neutral).value_or(0);
}

void complete_results(const Table& table, Row& row) {
  const auto plain = [](double& value) {
    value = std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value;
  };
  for (const auto& c : table.columns) {
    if (c.role == Role::record && c.neutral) row.try_emplace(c.name, neutral_cell(c));
    if (c.role != Role::result) continue;
    Cell& cell = row.try_emplace(c.name, no_result(c)).first->second;
    if (auto* real = std::get_if<double>(&cell)) plain(*real);
    if (auto* array = std::get_if<Array>(&cell)) std::for_each(array->values.begin(), array->values.end(), plain);
  }
}

}  // namespace icsweep
