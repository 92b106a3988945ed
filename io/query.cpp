#include "io/query.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

namespace icsweep {
namespace {

using Database = std::unique_ptr<sqlite3, decltype(&sqlite3_close)>;
using Statement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

void execute(sqlite3* db, const std::string& sql) {
  if (sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    throw Error(ErrorKind::store, fmt::format("SQLite: {}", sqlite3_errmsg(db)));
}

Statement prepare(sqlite3* db, const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  const char* rest = nullptr;
  if (sqlite3_prepare_v2(db, sql.c_str(), -1, &statement, &rest) != SQLITE_OK)
    throw Error(ErrorKind::config,
                fmt::format("SQL: {} (icsweep query STORE lists the tables and columns)", sqlite3_errmsg(db)));
  Statement owned(statement, &sqlite3_finalize);
  if (!statement) throw Error(ErrorKind::config, "SQL: the statement is empty, write SELECT ...");
  if (rest && std::string_view(rest).find_first_not_of(" \t\n;") != std::string_view::npos)
    throw Error(ErrorKind::config, "SQL: more than one statement, give one at a time");
  return owned;
}

// ---- aggregates ----

std::vector<double>*& samples(sqlite3_context* context) {
  return *static_cast<std::vector<double>**>(sqlite3_aggregate_context(context, sizeof(std::vector<double>*)));
}

void add_sample(sqlite3_context* context, int, sqlite3_value** value) {
  auto*& all = samples(context);
  if (!all) all = new std::vector<double>;
  if (sqlite3_value_type(value[0]) != SQLITE_NULL) all->push_back(sqlite3_value_double(value[0]));
}

template <double (*of)(std::vector<double>&)>
void finish_samples(sqlite3_context* context) {
  const std::unique_ptr<std::vector<double>> all(samples(context));
  if (!all || all->empty()) sqlite3_result_null(context);
  else sqlite3_result_double(context, of(*all));
}

double median(std::vector<double>& x) {
  std::sort(x.begin(), x.end());
  return (x[(x.size() - 1) / 2] + x[x.size() / 2]) / 2;
}

/// Of a sample: divided by n − 1; NaN (NULL) for one value.
double stddev(std::vector<double>& x) {
  double mean = 0, square = 0;
  for (const double v : x) mean += v / double(x.size());
  for (const double v : x) square += (v - mean) * (v - mean);
  return std::sqrt(square / double(x.size() - 1));
}

void add_aggregates(sqlite3* db) {
  const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
  sqlite3_create_function(db, "median", 1, flags, nullptr, nullptr, add_sample, finish_samples<median>);
  sqlite3_create_function(db, "stddev", 1, flags, nullptr, nullptr, add_sample, finish_samples<stddev>);
}

// ---- tables ----

std::string sql_type(const Column& c) {
  return c.kind == CellKind::real ? "REAL" : c.kind == CellKind::text || c.role == Role::status ? "TEXT" : "INTEGER";
}

void bind(sqlite3_stmt* statement, int at, double value) {
  if (std::isnan(value)) sqlite3_bind_null(statement, at);
  else sqlite3_bind_double(statement, at, value);
}

/// A column read whole, with a way to bind its value of one row.
struct LoadedColumn {
  const Column* column;
  std::vector<std::int64_t> integers;
  std::vector<double> reals;
  std::vector<std::string> texts;

  void bind_row(sqlite3_stmt* statement, int at, std::size_t row) const {
    if (column->role == Role::status) {
      const auto name = name_of(Outcome(integers[row]));
      sqlite3_bind_text(statement, at, name.data(), int(name.size()), SQLITE_STATIC);
    } else if (column->kind == CellKind::integer) sqlite3_bind_int64(statement, at, integers[row]);
    else if (column->kind == CellKind::real) bind(statement, at, reals[row]);
    else sqlite3_bind_text(statement, at, texts[row].c_str(), -1, SQLITE_STATIC);
  }
};

void load_scalars(sqlite3* db, const hdf5::OpenTable& source) {
  const Table& table = source.table();
  std::vector<LoadedColumn> columns;
  std::string names = "experiment INTEGER PRIMARY KEY", places = "?";
  for (const auto& c : table.columns) {
    if (!c.dimensions.empty()) continue;
    LoadedColumn loaded{&c, {}, {}, {}};
    if (c.kind == CellKind::integer) loaded.integers = source.integers(c.name);
    else if (c.kind == CellKind::real) loaded.reals = source.reals(c.name);
    else loaded.texts = source.texts(c.name);
    columns.push_back(std::move(loaded));
    names += fmt::format(", \"{}\" {}", c.name, sql_type(c));
    places += ", ?";
  }
  execute(db, fmt::format("CREATE TABLE \"{}\" ({})", table.task, names));
  const Statement insert = prepare(db, fmt::format("INSERT INTO \"{}\" VALUES ({})", table.task, places));
  for (std::int64_t row = 0; row < table.rows; ++row) {
    sqlite3_bind_int64(insert.get(), 1, row);
    for (std::size_t c = 0; c < columns.size(); ++c) columns[c].bind_row(insert.get(), int(c) + 2, std::size_t(row));
    sqlite3_step(insert.get());
    sqlite3_reset(insert.get());
  }
}

/// Only elements that are not NaN become rows; a position counts from 1, other indices from 0.
void load_array(sqlite3* db, const hdf5::OpenTable& source, const Column& c) {
  const std::string name = source.table().task + "_" + c.name;
  std::string columns = "experiment INTEGER", places = "?, ?";
  std::vector<std::int64_t> extents, at(c.dimensions.size(), 0);
  for (const auto& d : c.dimensions) {
    columns += fmt::format(", \"{}\" INTEGER", d);
    places += ", ?";
    extents.push_back(source.table().extents.at(d));
  }
  execute(db, fmt::format("CREATE TABLE \"{}\" ({}, value REAL)", name, columns));
  const Statement insert = prepare(db, fmt::format("INSERT INTO \"{}\" VALUES ({})", name, places));
  const auto values = source.reals(c.name);
  const std::size_t size = values.size() / std::size_t(source.table().rows);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i])) {
      sqlite3_bind_int64(insert.get(), 1, std::int64_t(i / size));
      for (std::size_t d = 0; d < at.size(); ++d)
        sqlite3_bind_int64(insert.get(), int(d) + 2, at[d] + (c.dimensions[d] == "position"));
      sqlite3_bind_double(insert.get(), int(at.size()) + 2, values[i]);
      sqlite3_step(insert.get());
      sqlite3_reset(insert.get());
    }
    for (std::size_t d = at.size(); d-- > 0 && ++at[d] == extents[d];) at[d] = 0;
  }
}

int only_reading(void*, int action, const char*, const char*, const char*, const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_FUNCTION:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    default:
      return SQLITE_DENY;
  }
}

/// SQL's names are the same in capitals and small letters.
std::string lower(std::string text) {
  for (char& c : text) c = char(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return text;
}

Database load(const StoreReader& store, const std::string& sql) {
  const std::string named = lower(sql);
  sqlite3* raw = nullptr;
  sqlite3_open(":memory:", &raw);
  Database db(raw, &sqlite3_close);
  add_aggregates(raw);
  execute(raw, "BEGIN");
  for (const auto& table : store.tables()) {
    load_scalars(raw, table);
    for (const auto& c : table.table().columns)
      if (!c.dimensions.empty() && named.find(lower(table.table().task + "_" + c.name)) != std::string::npos)
        load_array(raw, table, c);
  }
  execute(raw, "COMMIT");
  sqlite3_set_authorizer(raw, only_reading, nullptr);
  return db;
}

// ---- printing ----

std::string cell_text(sqlite3_stmt* s, int column, bool exact) {
  switch (sqlite3_column_type(s, column)) {
    case SQLITE_NULL:
      return "";
    case SQLITE_FLOAT:
      return exact ? fmt::format("{}", sqlite3_column_double(s, column))
                   : fmt::format("{:.6g}", sqlite3_column_double(s, column));
    default:
      return reinterpret_cast<const char*>(sqlite3_column_text(s, column));
  }
}

std::string csv_quoted(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

nlohmann::ordered_json json_row(sqlite3_stmt* s) {
  nlohmann::ordered_json row;
  for (int c = 0; c < sqlite3_column_count(s); ++c) {
    auto& cell = row[sqlite3_column_name(s, c)];
    switch (sqlite3_column_type(s, c)) {
      case SQLITE_INTEGER:
        cell = sqlite3_column_int64(s, c);
        break;
      case SQLITE_FLOAT:
        cell = sqlite3_column_double(s, c);
        break;
      case SQLITE_TEXT:
        cell = reinterpret_cast<const char*>(sqlite3_column_text(s, c));
        break;
      default:
        cell = nullptr;
    }
  }
  return row;
}

using Lines = std::vector<std::vector<std::string>>;

/// Columns as wide as their widest cell; numbers to the right.
void print_aligned(const Lines& lines, const std::vector<bool>& numeric, std::ostream& out) {
  std::vector<std::size_t> width(lines[0].size(), 0);
  for (const auto& line : lines)
    for (std::size_t c = 0; c < line.size(); ++c) width[c] = std::max(width[c], line[c].size());
  for (const auto& line : lines) {
    std::string text;
    for (std::size_t c = 0; c < line.size(); ++c)
      text += (c ? "  " : "") +
              (numeric[c] ? fmt::format("{:>{}}", line[c], width[c]) : fmt::format("{:<{}}", line[c], width[c]));
    text.erase(text.find_last_not_of(' ') + 1);
    out << text << '\n';
  }
}

}  // namespace

void run_query(const StoreReader& store, const std::string& sql, QueryFormat format, std::ostream& out) {
  const Database db = load(store, sql);
  const Statement statement = prepare(db.get(), sql);
  sqlite3_stmt* s = statement.get();
  const int columns = sqlite3_column_count(s);
  Lines lines(1);
  std::vector<bool> numeric(std::size_t(columns), true);
  for (int c = 0; c < columns; ++c) lines[0].push_back(sqlite3_column_name(s, c));
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  int result;
  while ((result = sqlite3_step(s)) == SQLITE_ROW) {
    if (format == QueryFormat::json) {
      json.push_back(json_row(s));
      continue;
    }
    lines.emplace_back();
    for (int c = 0; c < columns; ++c) {
      lines.back().push_back(cell_text(s, c, format == QueryFormat::csv));
      if (sqlite3_column_type(s, c) == SQLITE_TEXT) numeric[std::size_t(c)] = false;
    }
  }
  if (result != SQLITE_DONE) throw Error(ErrorKind::config, fmt::format("SQL: {}", sqlite3_errmsg(db.get())));
  if (format == QueryFormat::json)
    out << json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
  else if (format == QueryFormat::table) print_aligned(lines, numeric, out);
  else
    for (const auto& line : lines) {
      std::vector<std::string> quoted;
      for (const auto& cell : line) quoted.push_back(csv_quoted(cell));
      out << fmt::format("{}\n", fmt::join(quoted, ","));
    }
}

void describe_table(const Table& table, std::ostream& out) {
  out << fmt::format("{} ({} experiments)\n", table.task, table.rows);
  Lines lines;
  lines.push_back({"  experiment", "INTEGER", "row number, joins the tables below"});
  for (const auto& c : table.columns)
    if (c.dimensions.empty()) lines.push_back({"  " + c.name, sql_type(c), c.description});
  print_aligned(lines, {false, false, false}, out);
  for (const auto& c : table.columns)
    if (!c.dimensions.empty())
      out << fmt::format("{}_{}(experiment, {}, value)\n  {}\n", table.task, c.name, fmt::join(c.dimensions, ", "),
                         c.description);
}

void describe_tables(const StoreReader& store, std::ostream& out) {
  for (const auto& open : store.tables()) describe_table(open.table(), out);
}

}  // namespace icsweep
