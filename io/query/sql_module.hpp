// Registers our tables by SQLite's interface for virtual tables.
#pragma once

#include <exception>

#include "io/query/sql_table.hpp"

struct sqlite3;

namespace icsweep {

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
