#include "io/figures/answers.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <limits>

namespace icsweep {
namespace {

template <class Cell, class Read>
std::vector<std::vector<Cell>> rows(const SqlDatabase& database, const std::string& sql, Read read) {
  const auto statement = database.prepare(sql);
  std::vector<std::vector<Cell>> all;
  while (database.step(statement)) {
    auto& row = all.emplace_back();
    for (int c = 0; c < sqlite3_column_count(statement.get()); ++c) row.push_back(read(statement.get(), c));
  }
  return all;
}

}  // namespace

std::vector<std::vector<double>> numbers(const SqlDatabase& database, const std::string& sql) {
  return rows<double>(database, sql, [](sqlite3_stmt* s, int c) {
    const int type = sqlite3_column_type(s, c);
    return type == SQLITE_INTEGER || type == SQLITE_FLOAT ? sqlite3_column_double(s, c)
                                                          : std::numeric_limits<double>::quiet_NaN();
  });
}

std::vector<std::vector<std::string>> texts(const SqlDatabase& database, const std::string& sql) {
  return rows<std::string>(database, sql, [](sqlite3_stmt* s, int c) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(s, c));
    return text ? std::string(text, std::size_t(sqlite3_column_bytes(s, c))) : std::string();
  });
}

std::string shown_sql(const std::string& column, int digits) {
  return fmt::format("ifnull(iif(typeof(\"{0}\") = 'real', printf('%.{1}g', \"{0}\"), \"{0}\"), 'none')", column,
                     digits);
}

std::string repetition_of(const SqlDatabase& database, const std::string& task) {
  std::string seeds;
  if (const StoredTable* stored = database.store().find(task))
    for (const auto& column : stored->table().columns)
      if (column.repeats) seeds += (seeds.empty() ? "\"" : " || ' ' || \"") + column.name + '"';
  return seeds.empty() ? "experiment" : seeds;
}

}  // namespace icsweep
