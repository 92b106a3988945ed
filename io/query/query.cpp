#include "io/query/query.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <ostream>

#include "io/query/row_printer.hpp"
#include "io/query/sql_aggregates.hpp"
#include "io/query/sql_store.hpp"
#include "io/query/text_grid.hpp"

namespace icsweep {
namespace {

constexpr std::size_t width = 80;
constexpr int rows_shown = 5;
constexpr std::size_t parameters_shown = 4;  // leaves room for results

void print_fields(const std::vector<SqlField>& fields, std::ostream& out) {
  TextGrid grid(3);
  for (const auto& f : fields)
    for (const auto* text : {&f.name, &f.type, &f.description}) grid.add(*text, true);
  grid.print(out, 3, "  ");
}

/// Prints a few rows, done ones first: the columns that vary, then results until the width is full.
void print_first_rows(const SqlDatabase& database, const Table& table, std::ostream& out) {
  std::vector<std::string> names{"experiment", "status"};
  auto varying = varying_parameters(database, table, "");
  if (varying.size() > parameters_shown) varying.resize(parameters_shown);
  names.insert(names.end(), varying.begin(), varying.end());
  for (const auto& c : table.columns)
    if (c.role == Role::result && c.dimensions.empty()) names.push_back(c.name);
  const auto statement =
      database.prepare(fmt::format("SELECT \"{}\" FROM \"{}_all\" ORDER BY status = 'done' DESC, experiment LIMIT {}",
                                   fmt::join(names, "\", \""), table.task, rows_shown));
  TextGrid grid(names.size());
  for (const auto& name : names) grid.add(name);
  while (database.step(statement))
    for (int c = 0; c < int(names.size()); ++c)
      grid.add(short_text(statement.get(), c), sqlite3_column_type(statement.get(), c) == SQLITE_TEXT);
  out << "  first rows: parameters that vary, results\n";
  grid.print(out, grid.fitting(width - 4), "    ");
}

}  // namespace

void run_query(const SqlDatabase& database, const std::string& sql, QueryFormat format, std::ostream& out) {
  const auto statement = database.prepare(sql);
  const auto printer = make_row_printer(format, out);
  // Fetches the first row before printing the heading, so that a statement that fails at once prints nothing.
  bool more = database.step(statement);
  printer->heading(column_names(statement.get()));
  for (; more; more = database.step(statement)) printer->row(statement.get());
  printer->end();
}

void describe_table(const Table& table, std::ostream& out) {
  out << fmt::format("{0} (done, planned), {0}_all ({1} experiments)\n", table.task, table.rows);
  print_fields(task_fields(table), out);
  for (const auto& c : table.columns)
    if (!c.dimensions.empty())
      out << fmt::format("{}_{}(experiment, {}, value)\n  {}\n", table.task, c.name, fmt::join(c.dimensions, ", "),
                         c.description);
}

void describe_tables(const Store& store, std::ostream& out) {
  const SqlDatabase database(store);
  for (const auto& open : store.tables()) {
    describe_table(open.table(), out);
    print_first_rows(database, open.table(), out);
    out << '\n';
  }
  const std::pair<const char*, const char*> general[] = {
      {"experiments", "all tasks: one row per experiment"},
      {"curves", "results with one dimension, of experiments that count; curves_all"},
      {"sweeps", "what is planned, and by which command: one row"},
      {"launches", "one row per launch"},
      {"launch_checkpoints", "times at which launches saved experiments"},
      {"launch_guests", "one row per launch that helped another"}};
  for (const auto& table : database.tables())
    for (const auto& [name, description] : general)
      if (table->name() == name) {
        out << name << " (" << description << ")\n";
        print_fields(table->fields(), out);
      }
  out << "\nTASK_RESULT(...), TASK_all_RESULT(...): value is REAL, the others INTEGER.\nNaN, and results of "
         "experiments that did not end well, are NULL or left out.\n"
      << fmt::format("Aggregates in addition to SQLite's:\n  {}\n", fmt::join(aggregates(), ", "));
}

std::string main_result(const Table& table) {
  const Column* first = nullptr;
  for (const auto& column : table.columns) {
    if (column.role != Role::result || !column.dimensions.empty() || column.kind == ValueType::text) continue;
    if (column.name == "test_mse") return column.name;
    if (!first) first = &column;
  }
  return first ? first->name : "";
}

std::string has_several(const std::string& column) {
  return fmt::format("(min(\"{0}\") < max(\"{0}\") OR count(\"{0}\") BETWEEN 1 AND count(*) - 1)", column);
}

std::vector<std::string> varying_parameters(const SqlDatabase& database, const Table& table,
                                            const std::string& condition) {
  std::vector<std::string> names, tests;
  const StoredTable& stored = *database.store().find(table.task);
  for (const auto& c : table.columns) {
    if (c.role != Role::parameter || stored.is_uniform(c)) continue;
    names.push_back(c.name);
    tests.push_back(has_several(c.name));
  }
  if (names.empty()) return names;
  const auto statement = database.prepare(fmt::format("SELECT {} FROM \"{}_all\"{}", fmt::join(tests, ", "), table.task,
                                                      condition.empty() ? "" : " WHERE " + condition));
  std::vector<std::string> varying;
  if (!database.step(statement)) return varying;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (sqlite3_column_int(statement.get(), int(i))) varying.push_back(names[i]);
  return varying;
}

}  // namespace icsweep
