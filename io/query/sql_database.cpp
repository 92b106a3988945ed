#include "io/query/sql_database.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include "io/query/sql_aggregates.hpp"
#include "io/query/sql_error.hpp"
#include "io/query/sql_store.hpp"

namespace icsweep {
namespace {

constexpr int longest_value = 1 << 25;  // bytes of one text: replicate or printf could produce any length

int only_questions(void* state, int action, const char*, const char* function, const char*, const char*) {
  if (static_cast<const SqlConnectionState*>(state)->declaring) return SQLITE_OK;
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      return sqlite3_stricmp(function, "load_extension") == 0 ? SQLITE_DENY : SQLITE_OK;
    default:
      return SQLITE_DENY;
  }
}

sqlite3* open_empty(SqlConnectionState* state) {
  sqlite3* connection = nullptr;
  if (sqlite3_open(":memory:", &connection) != SQLITE_OK) throw std::bad_alloc();
  // Makes "colour" in double quotes a column. SQLite would otherwise read an unknown one as a text, which hides
  // misspelt names.
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, longest_value);
  sqlite3_set_authorizer(connection, only_questions, state);
  return connection;
}

}  // namespace

SqlDatabase::SqlDatabase(const Store& store)
    : store_(store), tables_(sql_tables(store)), connection_(open_empty(state_.get()), &sqlite3_close) {
  std::vector<const Table*> tables;
  for (const auto& table : store.tables()) tables.push_back(&table.table());
  expect_distinct_sql_names(tables);  // may fail for a store of an earlier version
  add_aggregates(connection_.get());
  registrations_.reserve(tables_.all.size());  // SQLite keeps their addresses
  for (const auto& table : tables_.all) {
    registrations_.push_back({table.get(), state_.get()});
    register_table(connection_.get(), registrations_.back());
  }
}

std::vector<std::string> SqlDatabase::left_out() const {
  std::vector<std::string> lines;
  for (const auto& counted : tables_.counted)
    if (counted->asked()) lines.push_back(counted->left_out());
  std::erase(lines, "");
  return lines;
}

std::string SqlDatabase::left_out(const std::string& task, Counting counting) const {
  for (const auto& counted : tables_.counted)
    if (counted->task() == task) return counted->left_out(counting);
  return "";
}

SqlDatabase::Statement SqlDatabase::prepare(const std::string& sql) const {
  const auto prepared = [&](const char* text, const char** rest) {
    sqlite3_stmt* statement = nullptr;
    const int result = sqlite3_prepare_v2(connection_.get(), text, -1, &statement, rest);
    return std::pair(result, Statement(statement, &sqlite3_finalize));
  };
  const char* rest = nullptr;
  auto [result, statement] = prepared(sql.c_str(), &rest);
  if (state_->failure) std::rethrow_exception(state_->failure);
  if (result != SQLITE_OK) throw Error(ErrorKind::config, sql_error(connection_.get(), sql, registrations_));
  if (!statement) throw Error(ErrorKind::config, "SQL: the statement is empty, write SELECT ...");
  if (sqlite3_column_count(statement.get()) == 0)
    throw Error(ErrorKind::config, "SQL: the statement asks nothing; write SELECT ...");
  const auto [second_result, second] = prepared(rest, nullptr);
  if (second || second_result != SQLITE_OK)
    throw Error(ErrorKind::config, "SQL: more than one statement, give one at a time");
  return std::move(statement);
}

bool SqlDatabase::step(const Statement& statement) const {
  const int result = sqlite3_step(statement.get());
  if (result == SQLITE_ROW) return true;
  if (state_->failure) std::rethrow_exception(state_->failure);
  if (result != SQLITE_DONE) throw Error(ErrorKind::config, fmt::format("SQL: {}", sqlite3_errmsg(connection_.get())));
  return false;
}

}  // namespace icsweep
