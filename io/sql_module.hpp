// Tables of ours under SQLite's interface for virtual tables.
#pragma once

#include <exception>

#include "io/sql_table.hpp"

struct sqlite3;

namespace icsweep {

/// A table in a connection. It is there under its name without having been created, and cannot be dropped.
struct SqlRegistration {
  SqlTable* table;
  std::exception_ptr* failure;  ///< what was thrown while SQLite ran; not null
  bool named = false;           ///< a statement named it
};

/// The registration must outlive the connection.
void register_table(sqlite3* db, SqlRegistration& registration);

}  // namespace icsweep
