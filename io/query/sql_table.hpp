// Tables that SQL reads in place: SQLite asks for single cells, and nothing is copied or written.
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

/// A condition of a search: this field equals this value.
struct SqlCondition {
  int field;
  sqlite3_value* value;
};

/// One pass over rows; begins before the first row.
class SqlCursor {
 public:
  virtual ~SqlCursor() = default;
  virtual bool next() = 0;               ///< false after the last row
  virtual std::int64_t row() const = 0;  ///< different for each row of the table
  virtual void give(sqlite3_context* answer, int field) const = 0;
};

/// An exception in a table stops the statement, and SqlDatabase throws it.
class SqlTable {
 public:
  SqlTable(std::string name, std::vector<SqlField> fields) : name_(std::move(name)), fields_(std::move(fields)) {}
  virtual ~SqlTable() = default;
  const std::string& name() const { return name_; }
  const std::vector<SqlField>& fields() const { return fields_; }

  /// Whether search() profits from a condition on the field.
  virtual bool can_search(int field) const = 0;
  /// A guess for SQLite's planner.
  virtual double expected_rows(const std::vector<int>& conditions) const = 0;
  /// The number of fields, from the first, by which rows are sorted.
  virtual int sorted_by() const = 0;
  /// Gives every row that meets the conditions, perhaps others too: SQLite checks them again.
  virtual std::unique_ptr<SqlCursor> search(const std::vector<SqlCondition>& conditions) = 0;

 private:
  std::string name_;
  std::vector<SqlField> fields_;
};

/// State that a connection's tables share.
struct SqlConnectionState {
  std::exception_ptr failure;  ///< thrown by a table while SQLite ran
  bool declaring = false;      ///< SQLite asks leave, as for CREATE TABLE, while it is told a table's columns
};

/// A table in a connection. It exists by its name without CREATE, and cannot be dropped.
struct SqlRegistration {
  SqlTable* table;
  SqlConnectionState* state;  ///< not null
  bool named = false;         ///< whether a statement named it
};

/// The registration must outlive the connection.
void register_table(sqlite3* db, SqlRegistration& registration);

}  // namespace icsweep
