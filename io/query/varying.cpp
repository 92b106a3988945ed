#include "io/query/varying.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

namespace icsweep {

std::vector<std::string> varying_parameters(const SqlDatabase& database, const Table& table,
                                            const std::string& condition) {
  std::vector<std::string> names, tests;
  for (const auto& c : table.columns) {
    if (c.role != Role::parameter) continue;
    names.push_back(c.name);
    tests.push_back(fmt::format("min(\"{0}\") < max(\"{0}\")", c.name));
  }
  if (names.empty()) return names;
  const auto statement = database.prepare(fmt::format("SELECT {} FROM \"{}_all\"{}", fmt::join(tests, ", "), table.task,
                                                      condition.empty() ? "" : " WHERE " + condition));
  std::vector<std::string> varying;
  if (!database.step(statement)) return varying;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (sqlite3_column_int(statement.get(), int(i))) varying.push_back(names[i]);
  return varying;
}

}  // namespace icsweep
