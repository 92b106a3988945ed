#include "io/query/sql_store.hpp"

#include <algorithm>

#include "io/query/sql_arrays.hpp"
#include "io/query/sql_rows.hpp"

namespace icsweep {
namespace {

const SqlField experiment_field{"experiment", "INTEGER", "row number, joins the tables below"};

std::string sql_type(const Column& c) {
  return c.kind == ValueType::real ? "REAL" : c.kind == ValueType::text || c.role == Role::status ? "TEXT" : "INTEGER";
}

/// One task of the store. Its own table and `experiments` share its columns, so that each is read only once.
struct TaskColumns {
  const StoredTable* source;
  std::vector<std::shared_ptr<StoredColumn>> columns;  // those without dimensions

  explicit TaskColumns(const StoredTable& table) : source(&table) {
    const Table& t = table.table();
    const auto status = std::make_shared<StoredColumn>(table, *t.find("status"), nullptr);
    for (const auto& c : t.columns)
      if (c.dimensions.empty())
        columns.push_back(c.role == Role::status ? status : std::make_shared<StoredColumn>(table, c, status));
  }
  /// Null if the task has no such column.
  std::shared_ptr<StoredColumn> find(std::string_view name) const {
    const auto found =
        std::find_if(columns.begin(), columns.end(), [&](const auto& c) { return c->column().name == name; });
    return found == columns.end() ? nullptr : *found;
  }
};

/// The task's table of rows that count; of all rows without `counted`.
std::unique_ptr<SqlTable> task_table(const TaskColumns& task, std::shared_ptr<Counted> counted) {
  std::vector<std::shared_ptr<SqlColumn>> columns{std::make_shared<RowNumber>()};
  columns.insert(columns.end(), task.columns.begin(), task.columns.end());
  const Table& t = task.source->table();
  return std::make_unique<RowsTable>(t.task + (counted ? "" : "_all"), task_fields(t), std::move(columns), t.rows, 1,
                                     std::move(counted));
}

/// The columns that every task has, and the tasks' seeds.
std::vector<SqlField> common_fields(const std::vector<TaskColumns>& tasks) {
  std::vector<SqlField> fields;
  const auto add = [&](const Column& c) {
    if (std::none_of(fields.begin(), fields.end(), [&](const SqlField& f) { return f.name == c.name; }))
      fields.push_back({c.name, sql_type(c), c.repeats ? "of tasks with this parameter" : c.description});
  };
  for (const auto& task : tasks)
    for (const auto& c : task.columns)
      if ((c->column().role != Role::parameter && c->column().role != Role::result) || c->column().repeats)
        add(c->column());
  return fields;
}

std::unique_ptr<SqlTable> experiments_table(const std::vector<TaskColumns>& tasks) {
  std::vector<SqlField> fields{{"task", "TEXT", ""}, {"experiment", "INTEGER", "row number in the task's table"}};
  const auto common = common_fields(tasks);
  fields.insert(fields.end(), common.begin(), common.end());
  std::vector<std::shared_ptr<SqlColumn>> columns;
  std::int64_t rows = 0;
  for (const auto& task : tasks) rows += task.source->table().rows;
  for (const auto& field : fields) {
    auto stacked = std::make_shared<StackedColumns>();
    for (const auto& task : tasks) {
      const Table& t = task.source->table();
      if (field.name == "task") stacked->add(std::make_shared<SameText>(t.task), t.rows);
      else if (field.name == "experiment") stacked->add(std::make_shared<RowNumber>(), t.rows);
      else stacked->add(task.find(field.name), t.rows);
    }
    columns.push_back(std::move(stacked));
  }
  return std::make_unique<RowsTable>("experiments", std::move(fields), std::move(columns), rows, 2);
}

}  // namespace

std::vector<SqlField> task_fields(const Table& table) {
  std::vector<SqlField> fields{experiment_field};
  for (const auto& c : table.columns)
    if (c.dimensions.empty()) fields.push_back({c.name, sql_type(c), c.description});
  return fields;
}

SqlTables sql_tables(const Store& store) {
  SqlTables tables;
  std::vector<TaskColumns> tasks;
  std::vector<std::shared_ptr<StoredArray>> curves, all_curves;
  for (const auto& source : store.tables()) {
    const TaskColumns& task = tasks.emplace_back(source);
    const Table& t = source.table();
    const auto counted = tables.counted.emplace_back(
        std::make_shared<Counted>(t.task, t.rows, task.find("status"), task.find("planned")));
    for (const auto& which : {counted, std::shared_ptr<Counted>()}) {
      tables.all.push_back(task_table(task, which));
      for (const auto& c : t.columns) {
        if (c.dimensions.empty()) continue;
        const auto array = std::make_shared<StoredArray>(source, c, task.find("status"), which);
        tables.all.push_back(std::make_unique<ArraysTable>(array, c));
        if (c.dimensions.size() == 1 && c.role == Role::result) (which ? curves : all_curves).push_back(array);
      }
    }
  }
  tables.all.push_back(experiments_table(tasks));
  tables.all.push_back(std::make_unique<ArraysTable>("curves", std::move(curves)));
  tables.all.push_back(std::make_unique<ArraysTable>("curves_all", std::move(all_curves)));
  tables.all.push_back(sweeps_table(store.header()));
  tables.all.push_back(launches_table(store.header().launches));
  tables.all.push_back(checkpoints_table(store.header().launches));
  tables.all.push_back(guests_table(store.header().launches));
  return tables;
}

}  // namespace icsweep
