#include "engine/planning/task_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/planning/row_check.hpp"
#include "engine/planning/version.hpp"

namespace icsweep {
namespace {

/// The store keeps the default values of its first launch: a default value that changed may change no identity
/// silently.
void keep_defaults(Table& table, const Table& stored, const std::set<std::string>& relied_on, const std::string& path) {
  for (auto& c : table.columns) {
    const Column* old = stored.find(c.name);
    if (!old || old->default_value.empty()) continue;
    if (old->default_value != c.default_value && relied_on.contains(c.name))
      throw Error(
          ErrorKind::store,
          fmt::format("{}: the default {} of {} was {} when it was made and is {} now; write {} = {} into the "
                      "sweep file to go on with its experiments",
                      path, c.name, table.task, old->default_value, c.default_value, c.name, old->default_value));
    c.default_value = old->default_value;
  }
}

/// What a search has to know of a row that has ended.
void adopt_search(TaskPlan& plan, const CheckedRow& row) {
  if (const auto rung = row.cells.find(rung_column);
      row.status == std::int64_t(Outcome::pruned) && rung != row.cells.end())
    plan.rungs[row.index] = std::get<std::int64_t>(rung->second);
  if (const auto metric = row.cells.find(rung_metric_column); metric != row.cells.end())
    if (!std::isnan(std::get<double>(metric->second))) plan.came_to_rung.insert(row.index);
  if (const auto curve = row.cells.find(plan.metric); curve != row.cells.end())
    plan.curves[row.index] = std::get<Array>(curve->second).values;
}

void adopt_row(TaskPlan& plan, const CheckedRow& row, StorePlan& result) {
  const auto& identity = std::get<std::string>(row.cells.at("identity"));
  const std::size_t at = std::size_t(row.index);
  plan.kept[at] = row.weights;
  const auto build = row.cells.find("build");
  plan.foreign[at] = build == row.cells.end() || std::get<std::string>(build->second) != build_hash();
  plan.misplaced |= !row.misplaced.empty();
  if (row.unmarked) result.unmarked.emplace_back(plan.table.table.task, row.index);
  const bool ended = row.status != std::int64_t(Outcome::pending);
  if ((ended && row.damage.empty()) || row.parameters.empty() || row.parameters == identity)
    plan.rows[identity] = row.index;
  else plan.doubtful[row.index] = row.parameters;
  if (ended && !row.damage.empty()) plan.damaged.insert(row.index);
  if (ended && row.damage.empty()) adopt_search(plan, row);
  if (!row.decimal.empty() && row.parameters == identity) plan.decimal[row.index] = row.decimal;
}

/// A row with a decimal identity belongs to the planned experiment of that identity, unless that experiment has a row
/// or the sweep plans the row's own identity.
void name_decimal(TaskPlan& plan) {
  if (plan.decimal.empty()) return;
  std::set<std::string> planned;
  for (const Experiment* e : plan.experiments) planned.insert(e->identity);
  std::set<std::int64_t> own;
  for (const auto& [identity, row] : plan.rows)
    if (planned.contains(identity)) own.insert(row);
  for (const auto& [row, identity] : plan.decimal)
    if (!own.contains(row)) plan.rows.try_emplace(identity, row);
}

/// A doubtful row has a damaged identity or damaged parameters. It belongs to the experiment of the sweep that one of
/// them names, unless that experiment has a sound row.
void name_doubtful(TaskPlan& plan, const std::vector<std::string>& identities) {
  std::set<std::string> planned;
  if (!plan.doubtful.empty())
    for (const Experiment* e : plan.experiments) planned.insert(e->identity);
  for (const auto& [row, parameters] : plan.doubtful) {
    const std::string& identity = identities[std::size_t(row)];
    plan.rows.try_emplace(planned.contains(identity) || !planned.contains(parameters) ? identity : parameters, row);
  }
}

/// Whether the row is this experiment's by its decimal identity.
bool is_decimal(const TaskPlan& plan, const Experiment& e, std::int64_t row) {
  const auto found = plan.decimal.find(row);
  return found != plan.decimal.end() && found->second == e.identity;
}

}  // namespace

std::map<std::string, TaskPlan> plans_of(const std::vector<Experiment>& experiments) {
  std::map<std::string, TaskPlan> plans;
  for (const auto& e : experiments) {
    const Schema& schema = e.task->schema();
    auto [at, fresh] = plans.try_emplace(schema.task);
    TaskPlan& plan = at->second;
    if (fresh) {
      plan.table.table = make_table(schema);
      if (e.rungs) plan.metric = e.rungs->metric, add_search_columns(plan.table.table);
    }
    plan.experiments.push_back(&e);
    for (const auto& output : schema.outputs)
      for (const auto& d : output.dimensions) {
        auto& extent = plan.table.table.extents[d.name];
        extent = std::max(extent, d.size(e.config));
      }
    for (auto& c : plan.table.table.columns)
      if (c.role == Role::parameter && c.kind == ValueType::text)
        c.width = std::max(c.width, int(e.config.text(c.name).size()));
  }
  return plans;
}

void adopt(const TaskRegistry& tasks, TaskPlan& plan, const StoredTable& stored, const std::set<std::string>& relied_on,
           const std::string& path, StorePlan& result) {
  Table& table = plan.table.table;
  const std::string different = table.columns.empty() ? "" : difference(stored.table(), table);
  if (!different.empty())
    throw Error(ErrorKind::store,
                fmt::format("{}: {}; give the task another name (program.name) or name a new store", path, different));
  if (table.columns.empty()) table = stored.table();
  keep_search_columns(table, stored.table());
  keep_defaults(table, stored.table(), relied_on, path);
  for (const auto& [name, extent] : stored.table().extents) table.extents[name] = std::max(table.extents[name], extent);
  for (auto& c : table.columns) {
    const Column* old = stored.table().find(c.name);
    plan.lacks_columns |= !old;
    if (!old) continue;
    c.width = std::max(c.width, old->width);
    c.neutral = old->neutral;  // the rows' checksums depend on it
  }
  plan.table.old = &stored;
  plan.status = stored.integers("status");
  plan.attempts = stored.integers("attempts");
  plan.kept.assign(plan.status.size(), 0);
  plan.foreign.assign(plan.status.size(), false);
  check_rows(stored, task_of(tasks, stored.table()), [&](const CheckedRow& row) { adopt_row(plan, row, result); });
  name_doubtful(plan, stored.texts("identity"));
  name_decimal(plan);
}

void reset(TaskPlan& plan, const Experiment& e, std::int64_t row, bool goes_on) {
  plan.status[std::size_t(row)] = std::int64_t(Outcome::pending);
  plan.kept[std::size_t(row)] = 0;
  plan.table.weights[std::size_t(row)] = {};
  plan.table.reset.push_back({row, &e.config, e.identity, goes_on});
}

void heal(TaskPlan& plan, const Experiment& e, std::int64_t row) {
  if (plan.left.erase(row) > 0) {
    plan.attempts[std::size_t(row)] = 0;  // the number may be what is damaged
    reset(plan, e, row);
  } else if (const bool pending = plan.status[std::size_t(row)] == std::int64_t(Outcome::pending);
             plan.doubtful.contains(row) || (pending && is_decimal(plan, e, row))) {
    plan.table.reset.push_back({row, &e.config, e.identity});
  }
}

Outcome outcome_of(const TaskPlan& plan, std::int64_t row) {
  const bool old = row < std::int64_t(plan.status.size());
  const std::int64_t status = old ? plan.status[std::size_t(row)] : 0;
  return status >= 0 && status < outcome_count ? Outcome(status) : Outcome::pending;
}

}  // namespace icsweep
