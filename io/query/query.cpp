#include "io/query/query.hpp"

#include <ostream>

namespace icsweep {

void run_query(const SqlDatabase& database, const std::string& sql, QueryFormat format, std::ostream& out) {
  const auto statement = database.prepare(sql);
  const auto printer = make_row_printer(format, out);
  // Fetches the first row before it prints the heading: a statement that fails at once prints nothing.
  bool more = database.step(statement);
  printer->heading(column_names(statement.get()));
  for (; more; more = database.step(statement)) printer->row(statement.get());
  printer->end();
}

}  // namespace icsweep
