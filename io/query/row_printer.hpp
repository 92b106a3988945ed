// Prints the rows of an answer in one of five formats.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

struct sqlite3_stmt;

namespace icsweep {

/// table: aligned columns, six digits; on a terminal columns that do not fit follow below. vertical: a line per cell.
/// csv: RFC 4180 with a heading; NULL is empty. json: an array of objects. jsonl: one object per line. spreadsheet: csv
/// in which a text that a spreadsheet would run as a formula, since it begins with =, +, -, @, a tab or a return, has
/// an apostrophe before it. csv, json, jsonl and spreadsheet print numbers in full.
enum class QueryFormat { table, vertical, csv, json, jsonl, spreadsheet };

/// The format with that name. Throws Error(config) for another name.
QueryFormat query_format(const std::string& name);

class RowPrinter {
 public:
  virtual ~RowPrinter() = default;
  virtual void heading(const std::vector<std::string>& names) = 0;
  virtual void row(sqlite3_stmt* statement) = 0;
  virtual void end() {}
};

std::unique_ptr<RowPrinter> make_row_printer(QueryFormat format, std::ostream& out);

/// The names of a statement's columns.
std::vector<std::string> column_names(sqlite3_stmt* statement);

/// A cell as `table` shows it: reals with six digits, NULL empty, bytes in hexadecimal.
std::string short_text(sqlite3_stmt* statement, int column);

}  // namespace icsweep
