#include "io/query/describe.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <ostream>

#include "io/query/row_printer.hpp"
#include "io/query/sql_aggregates.hpp"
#include "io/query/sql_store.hpp"
#include "io/query/text_grid.hpp"
#include "io/query/varying.hpp"

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

/// Prints a few rows, done ones first: the columns that vary between experiments, then as many results as fit.
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
      {"experiments", "all tasks: a row an experiment"},
      {"curves", "results with one dimension, done ones of the sweep; curves_all"},
      {"sweeps", "what is planned, and by which command: one row"},
      {"launches", "a row each"},
      {"launch_checkpoints", "when they saved states of experiments"}};
  for (const auto& table : database.tables())
    for (const auto& [name, description] : general)
      if (table->name() == name) {
        out << name << " (" << description << ")\n";
        print_fields(table->fields(), out);
      }
  out << "\nTASK_RESULT(...), TASK_all_RESULT(...): value is REAL, the others INTEGER.\nNaN, and results of what did "
         "not end well, are NULL or left out.\n"
      << fmt::format("Aggregates beside SQLite's:\n  {}\n", fmt::join(aggregates(), ", "));
}

}  // namespace icsweep
