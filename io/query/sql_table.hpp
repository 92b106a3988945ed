// Tables that SQL reads in place: SQLite requests single cells, and nothing is copied or written.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <vector>

struct sqlite3_context;
struct sqlite3_value;
struct sqlite3;

namespace icsweep {

struct SqlField {
  std::string name, type;  ///< type: INTEGER, REAL or TEXT
  std::string description;
};

/// A condition of a search: the field equals the value.
struct SqlCondition {
  int field;
  sqlite3_value* value;
};

/// One pass over rows. It begins before the first row.
class SqlCursor {
 public:
  virtual ~SqlCursor() = default;
  virtual bool next() = 0;               ///< false after the last row
  virtual std::int64_t row() const = 0;  ///< different for each row of the table
  virtual void give(sqlite3_context* answer, int field) const = 0;
};

/// An exception in a table ends the statement; SqlDatabase throws it.
class SqlTable {
 public:
  SqlTable(std::string name, std::vector<SqlField> fields) : name_(std::move(name)), fields_(std::move(fields)) {}
  virtual ~SqlTable() = default;
  const std::string& name() const { return name_; }
  const std::vector<SqlField>& fields() const { return fields_; }

  /// True if search() is faster with a condition on the field.
  virtual bool can_search(int field) const = 0;
  /// An estimate for SQLite's planner.
  virtual double expected_rows(const std::vector<int>& conditions) const = 0;
  /// Rows are sorted by this many fields, from the first.
  virtual int sorted_by() const = 0;
  /// Returns every row that meets the conditions. It may return others too, since SQLite checks the conditions again.
  virtual std::unique_ptr<SqlCursor> search(const std::vector<SqlCondition>& conditions) = 0;

 private:
  std::string name_;
  std::vector<SqlField> fields_;
};

/// State shared by the tables of a connection.
struct SqlConnectionState {
  std::exception_ptr failure;  ///< thrown by a table while SQLite ran
  bool declaring = false;  ///< SQLite asks for permission, as for CREATE TABLE, while a table's columns are declared
};

/// A table in a connection. It exists by its name without CREATE, and cannot be dropped.
struct SqlRegistration {
  SqlTable* table;
  SqlConnectionState* state;  ///< not null
  bool named = false;         ///< true if a statement named it
};

/// The registration must outlive the connection.
void register_table(sqlite3* db, SqlRegistration& registration);

}  // namespace icsweep
