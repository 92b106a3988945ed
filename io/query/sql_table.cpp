#include "io/query/sql_table.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <sstream>

#include "io/base/error.hpp"

namespace icsweep {
namespace {

struct OpenedTable : sqlite3_vtab {
  SqlRegistration* registration;
};

struct OpenedCursor : sqlite3_vtab_cursor {
  std::unique_ptr<SqlCursor> rows;
  bool ended = true;
};

SqlRegistration& registration_of(sqlite3_vtab* table) {
  return *static_cast<OpenedTable*>(table)->registration;
}

/// Exceptions must not pass through SQLite's C code; they are kept in the registration.
template <class F>
int guarded(SqlRegistration& registration, F&& f) noexcept {
  try {
    f();
    return SQLITE_OK;
  } catch (...) {
    registration.state->failure = std::current_exception();
    return SQLITE_ERROR;
  }
}

int connect(sqlite3* db, void* aux, int, const char* const*, sqlite3_vtab** table, char**) {
  auto& registration = *static_cast<SqlRegistration*>(aux);
  registration.named = true;
  return guarded(registration, [&] {
    std::string fields;
    for (const auto& f : registration.table->fields())
      fields += fmt::format("{}\"{}\" {}", fields.empty() ? "" : ", ", f.name, f.type);
    registration.state->declaring = true;
    const int result = sqlite3_declare_vtab(db, fmt::format("CREATE TABLE t ({})", fields).c_str());
    registration.state->declaring = false;
    if (result != SQLITE_OK)
      throw Error(ErrorKind::store, fmt::format("table {}: {}", registration.table->name(), sqlite3_errmsg(db)));
    *table = new OpenedTable{{}, &registration};
  });
}

int disconnect(sqlite3_vtab* table) {
  delete static_cast<OpenedTable*>(table);
  return SQLITE_OK;
}

bool is_sorted_as_asked(const SqlTable& table, const sqlite3_index_info& info) {
  for (int i = 0; i < info.nOrderBy; ++i)
    if (info.aOrderBy[i].desc || info.aOrderBy[i].iColumn != i || i >= table.sorted_by()) return false;
  return true;
}

/// Uses the first usable equality of each field that the table can search, and passes their fields to filter() as text.
int plan(sqlite3_vtab* vtab, sqlite3_index_info* info) {
  const SqlTable& table = *registration_of(vtab).table;
  return guarded(registration_of(vtab), [&] {
    std::vector<int> fields;
    for (int i = 0; i < info->nConstraint; ++i) {
      const auto& c = info->aConstraint[i];
      if (!c.usable || c.op != SQLITE_INDEX_CONSTRAINT_EQ || c.iColumn < 0 || !table.can_search(c.iColumn)) continue;
      if (sqlite3_stricmp(sqlite3_vtab_collation(info, i), "BINARY") != 0) continue;
      if (std::find(fields.begin(), fields.end(), c.iColumn) != fields.end()) continue;
      fields.push_back(c.iColumn);
      info->aConstraintUsage[i].argvIndex = int(fields.size());
    }
    info->idxStr = sqlite3_mprintf("%s", fmt::format("{}", fmt::join(fields, " ")).c_str());
    info->needToFreeIdxStr = 1;
    info->estimatedCost = table.expected_rows(fields) + 1;
    info->estimatedRows = std::max<sqlite3_int64>(1, sqlite3_int64(table.expected_rows(fields)));
    info->orderByConsumed = is_sorted_as_asked(table, *info);
  });
}

int open_cursor(sqlite3_vtab*, sqlite3_vtab_cursor** cursor) {
  *cursor = new (std::nothrow) OpenedCursor{};
  return *cursor ? SQLITE_OK : SQLITE_NOMEM;
}

int close_cursor(sqlite3_vtab_cursor* cursor) {
  delete static_cast<OpenedCursor*>(cursor);
  return SQLITE_OK;
}

int next(sqlite3_vtab_cursor* cursor) {
  auto& c = *static_cast<OpenedCursor*>(cursor);
  return guarded(registration_of(cursor->pVtab), [&] { c.ended = !c.rows->next(); });
}

int filter(sqlite3_vtab_cursor* cursor, int, const char* fields, int count, sqlite3_value** values) {
  auto& c = *static_cast<OpenedCursor*>(cursor);
  return guarded(registration_of(cursor->pVtab), [&] {
    std::istringstream numbers(fields);
    std::vector<SqlCondition> conditions(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
      auto& condition = conditions[std::size_t(i)];
      numbers >> condition.field;
      condition.value = values[i];
    }
    c.rows = registration_of(cursor->pVtab).table->search(conditions);
    c.ended = !c.rows->next();
  });
}

int has_ended(sqlite3_vtab_cursor* cursor) {
  return static_cast<OpenedCursor*>(cursor)->ended;
}

int give(sqlite3_vtab_cursor* cursor, sqlite3_context* answer, int field) {
  return guarded(registration_of(cursor->pVtab),
                 [&] { static_cast<OpenedCursor*>(cursor)->rows->give(answer, field); });
}

int row_number(sqlite3_vtab_cursor* cursor, sqlite3_int64* row) {
  *row = static_cast<OpenedCursor*>(cursor)->rows->row();
  return SQLITE_OK;
}

/// Without xCreate a table exists by its name only; without xUpdate it is read-only.
sqlite3_module make_module() {
  sqlite3_module m{};
  m.iVersion = 1;
  m.xConnect = connect;
  m.xDisconnect = disconnect;
  m.xBestIndex = plan;
  m.xOpen = open_cursor;
  m.xClose = close_cursor;
  m.xFilter = filter;
  m.xNext = next;
  m.xEof = has_ended;
  m.xColumn = give;
  m.xRowid = row_number;
  return m;
}

}  // namespace

void register_table(sqlite3* db, SqlRegistration& registration) {
  static const sqlite3_module module = make_module();
  sqlite3_create_module(db, registration.table->name().c_str(), &module, &registration);
}

}  // namespace icsweep
