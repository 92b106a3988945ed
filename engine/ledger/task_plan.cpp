#include "engine/ledger/task_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "engine/ledger/row_check.hpp"
#include "engine/ledger/stored_experiment.hpp"
#include "engine/sweep/repetitions.hpp"
#include "io/store/parameter_cell.hpp"

namespace icsweep {
namespace {

/// Keeps the default values of the first launch of the store. A changed default value must not change an identity
/// silently.
void keep_defaults(Table& table, const Table& stored, const std::set<std::string>& relied_on, const std::string& path) {
  for (auto& c : table.columns) {
    const Column* old = stored.find(c.name);
    if (!old || old->default_value.empty()) continue;
    if (old->default_value != c.default_value && relied_on.contains(c.name))
      throw Error(
          ErrorKind::store,
          fmt::format("{}: the default {} of {} was {} when it was made and is {} now; write {} = {} into the "
                      "sweep file to continue its experiments",
                      path, c.name, table.task, old->default_value, c.default_value, c.name, old->default_value));
    c.default_value = old->default_value;
  }
}

/// Gives the columns that the store has the order that they have there: checksums of rows depend on it.
void keep_order(Table& table, const Table& stored) {
  std::vector<Column> kept;
  for (const auto& c : stored.columns)
    if (const Column* own = table.find(c.name)) kept.push_back(*own);
  auto next = kept.begin();
  for (auto& c : table.columns)
    if (stored.find(c.name)) c = *next++;
}

void adopt_row(TaskPlan& plan, const CheckedRow& row, StorePlan& result) {
  const Identity identity(row.identity());
  const bool is_own = row.parameters == identity;
  const RowIndex at = *row.entry.row;
  const bool is_sound = row.entry.soundness == Soundness::sound;
  plan.misplaced |= !row.misplaced.empty();
  if (row.unmarked) result.unmarked.emplace_back(plan.table.table.task, at);
  if (is_sound || !row.parameters || is_own) *plan.rows.try_emplace(identity, at).first = at;
  else plan.doubtful[at] = *row.parameters;
  if (row.entry.soundness == Soundness::damaged) plan.damaged.insert(at);
  const bool has_curve = !plan.metric.empty() && is_sound;
  if (const Row* cells = has_curve ? &row.cells() : nullptr; cells && cells->contains(plan.metric))
    plan.curves[at] = {std::get<Array>(cells->at(plan.metric)).values, std::get<std::int64_t>(cells->at("last_step"))};
  if (!row.decimal.empty() && is_own) plan.decimal[at] = row.decimal;
  plan.entries.push_back(row.entry);
}

/// Notes the code of a row if the sweep has other code.
void note_code(TaskPlan& plan, const Schema& schema, const CheckedRow& row) {
  const Parameter* code = code_parameter(schema);
  if (!code || plan.experiments.empty()) return;
  const std::string& stored = std::get<std::string>(row.cells().at(code->name));
  plan.codes.insert(stored);
  if (stored != plan.experiments.front()->config.text(code->name))
    plan.earlier_code[setting_of(schema, stored_config(schema, row.cells()))] = stored;
}

/// Those of the identities that the sweep plans.
std::unordered_set<Identity> planned_among(const TaskPlan& plan, const std::unordered_set<Identity>& identities) {
  std::unordered_set<Identity> planned;
  for (const Experiment* e : plan.experiments)
    if (identities.contains(e->identity)) planned.insert(e->identity);
  return planned;
}

/// Gives a row with a decimal identity to the planned experiment of that identity, unless that experiment has a row or
/// the sweep plans the identity of the row itself. Names the doubtful rows, whose identity or parameters are damaged: a
/// row belongs to the planned experiment that one of them names, unless that experiment has a sound row.
void name_odd_rows(TaskPlan& plan, const StoredTable& stored) {
  if (plan.doubtful.empty() && plan.decimal.empty()) return;
  const std::string identities = stored.text_bytes("identity");
  const std::size_t width = std::size_t(stored.table().find("identity")->width);
  const auto identity_of = [&](RowIndex row) { return Identity(text_in(identities, width, std::size_t(row.value()))); };
  std::unordered_set<Identity> odd;
  for (const auto& [row, parameters] : plan.doubtful) odd.insert({identity_of(row), parameters});
  for (const auto& [row, decimal] : plan.decimal) odd.insert(identity_of(row));
  const auto planned = planned_among(plan, odd);
  for (const auto& [row, parameters] : plan.doubtful) {
    const bool keeps_its = planned.contains(identity_of(row)) || !planned.contains(parameters);
    plan.rows.try_emplace(keeps_its ? identity_of(row) : parameters, row);
  }
  for (const auto& [row, decimal] : plan.decimal)
    if (!planned.contains(identity_of(row))) plan.rows.try_emplace(decimal, row);
}

/// True if the row belongs to this experiment by its decimal identity.
bool is_decimal(const TaskPlan& plan, const Experiment& e, RowIndex row) {
  const auto found = plan.decimal.find(row);
  return found != plan.decimal.end() && found->second == e.identity;
}

}  // namespace

std::string setting_of(const Schema& schema, Config config) {
  const Parameter* code = code_parameter(schema);
  if (!code) return "";
  config.set(code->name, std::string());
  return identity(schema, config);
}

namespace {

/// Widens a task's table to hold an experiment.
void widen(Table& table, const Schema& schema, const Config& config) {
  for (const auto& output : schema.outputs)
    for (const auto& d : output.dimensions) {
      auto& extent = table.extents[d.name];
      extent = std::max(extent, d.size(config));
    }
  for (auto& c : table.columns)
    if (c.role == Role::parameter && c.kind == ValueType::text)
      c.width = std::max(c.width, int(std::get<std::string>(parameter_cell(config.at(c.name), c.type())).size()));
}

}  // namespace

std::map<std::string, TaskPlan> plans_of(const std::vector<Experiment>& experiments) {
  std::map<std::string, TaskPlan> plans;
  Repetitions repetitions;
  TaskPlan* plan = nullptr;
  for (const auto& e : experiments) {
    const bool same = repetitions.has_same_setting(*e.task, e.config);
    if (!same) {
      const Schema& schema = e.task->schema();
      const auto [at, fresh] = plans.try_emplace(schema.task);
      plan = &at->second;
      if (fresh) {
        plan->table.table = make_table(schema);
        if (e.rungs) plan->metric = e.rungs->metric, add_search_columns(plan->table.table);
      }
      widen(plan->table.table, schema, e.config);
    }
    plan->experiments.push_back(&e);
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
  keep_order(table, stored.table());
  for (auto& c : table.columns) {
    const Column* old = stored.table().find(c.name);
    plan.lacks_columns |= !old || becomes_real(*old, c);
    if (!old && table.grows && c.role == Role::result) c.neutral = "nan";
    if (!old) continue;
    c.width = std::max(c.width, old->width);
    c.neutral = old->neutral;  // checksums of rows depend on it
    c.optional |= old->optional;
    c.nullable |= old->nullable;
  }
  plan.table.old = &stored;
  plan.rows.reserve(std::size_t(stored.table().rows));
  plan.entries.reserve(std::size_t(stored.table().rows));
  const Task* task = task_of(tasks, stored.table());
  check_rows(stored, task, [&](const CheckedRow& row) {
    adopt_row(plan, row, result);
    if (task) note_code(plan, task->schema(), row);
  });
  name_odd_rows(plan, stored);
}

void reset(TaskPlan& plan, const Experiment& e, RowIndex row, bool goes_on) {
  LedgerEntry& entry = plan.entries[row];
  entry.outcome = Outcome::pending;
  entry.soundness = Soundness::unread;
  entry.weights = 0;
  if (plan.keeps_weights) plan.table.weights[std::size_t(row.value())] = {};
  plan.table.reset.push_back({row.value(), &e.config, e.identity, goes_on});
}

void heal(TaskPlan& plan, const Experiment& e, RowIndex row) {
  LedgerEntry& entry = plan.entries[row];
  if (entry.soundness == Soundness::damaged) {
    entry.attempts = 0;  // the number may be what is damaged
    reset(plan, e, row);
  } else if (plan.doubtful.contains(row) || is_decimal(plan, e, row)) {
    plan.table.reset.push_back({row.value(), &e.config, e.identity});
  }
}

std::set<RowIndex> TaskPlan::left() const {
  std::set<RowIndex> rows;
  for (const RowIndex row : damaged)
    if (entries[row].soundness == Soundness::damaged) rows.insert(row);
  return rows;
}

}  // namespace icsweep
