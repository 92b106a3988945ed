// Read-only SQL over a store, by SQLite. The tables cannot be written, the connection is in memory, and every statement
// that is not a query is refused before it runs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/query/sql_store.hpp"
#include "io/query/sql_table.hpp"
#include "io/store/store.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace icsweep {

class SqlDatabase {
 public:
  /// The store must outlive the database.
  explicit SqlDatabase(const Store& store);

  const Store& store() const { return store_; }
  const std::vector<std::unique_ptr<SqlTable>>& tables() const { return tables_.all; }

  /// Experiments that the statements so far left out because they did not ask for all: one line per task.
  std::vector<std::string> left_out() const;
  /// The same line for one task, whatever the statements asked; empty if nothing is left out.
  std::string left_out(const std::string& task, Counting counting) const;

  using Statement = std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)>;
  /// Prepares one query. Throws Error(config) for anything else, such as "SQL: no such column: colour (at character 8:
  /// colour FROM toy), did you mean ...".
  Statement prepare(const std::string& sql) const;

  /// Moves to the next row; false after the last. Throws the errors of reading the store, and Error(config) for
  /// SQLite's errors.
  bool step(const Statement& statement) const;

 private:
  const Store& store_;
  std::unique_ptr<SqlConnectionState> state_ = std::make_unique<SqlConnectionState>();  // SQLite keeps its address
  SqlTables tables_;
  std::vector<SqlRegistration> registrations_;
  std::unique_ptr<sqlite3, int (*)(sqlite3*)> connection_;
};

}  // namespace icsweep
