// SQL over a store, through SQLite. Nothing can be changed: the tables have no way to write, the connection is in
// memory, and every statement but a question is refused before it runs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/query/sql_module.hpp"
#include "io/query/sql_store.hpp"
#include "io/store/hdf5_store.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace icsweep {

class SqlDatabase {
 public:
  /// The store must outlive the database.
  explicit SqlDatabase(const StoreReader& store);

  const StoreReader& store() const { return store_; }
  const std::vector<std::unique_ptr<SqlTable>>& tables() const { return tables_.all; }

  /// What the questions that were asked so far left out because they did not ask for it: a line a task.
  std::vector<std::string> left_out() const;

  using Statement = std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)>;
  /// One statement that asks. Throws Error(config), "SQL: no such column: colour (at character 8: colour FROM toy), did
  /// you mean ...", for anything else.
  Statement prepare(const std::string& sql) const;

  /// To the next row; false after the last. Throws what reading the store throws, and Error(config) for what SQLite
  /// meets on the way.
  bool step(const Statement& statement) const;

 private:
  const StoreReader& store_;
  std::unique_ptr<SqlConnectionState> state_ = std::make_unique<SqlConnectionState>();  // SQLite keeps its address
  SqlTables tables_;
  std::vector<SqlRegistration> registrations_;
  std::unique_ptr<sqlite3, int (*)(sqlite3*)> connection_;
};

}  // namespace icsweep
