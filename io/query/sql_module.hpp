// Tables of ours under SQLite's interface for virtual tables.
#pragma once

#include <exception>

#include "io/query/sql_table.hpp"

struct sqlite3;

namespace icsweep {

/// What a connection's tables share.
struct SqlConnectionState {
  std::exception_ptr failure;  ///< thrown by a table while SQLite ran
  bool declaring = false;      ///< SQLite is told a table's columns, for which it asks leave as for CREATE TABLE
};

/// A table in a connection. It is there under its name without having been created, and cannot be dropped.
struct SqlRegistration {
  SqlTable* table;
  SqlConnectionState* state;  ///< not null
  bool named = false;         ///< a statement named it
};

/// The registration must outlive the connection.
void register_table(sqlite3* db, SqlRegistration& registration);

}  // namespace icsweep
