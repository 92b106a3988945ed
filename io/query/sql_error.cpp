#include "io/query/sql_error.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "io/base/phrases.hpp"
#include "io/query/sql_aggregates.hpp"

namespace icsweep {
namespace {

/// The rest of the text after `beginning`; nothing if the text does not begin with it.
std::optional<std::string> after(const std::string& text, const std::string& beginning) {
  if (!text.starts_with(beginning)) return std::nullopt;
  return text.substr(beginning.size());
}

/// The name without its table, in lower case like all names in a store: colour for t.Colour.
std::string last_name(const std::string& name) {
  std::string last = name.substr(name.rfind('.') + 1);
  std::transform(last.begin(), last.end(), last.begin(), [](unsigned char c) { return std::tolower(c); });
  return last;
}

std::vector<std::string> columns_of(const std::vector<SqlRegistration>& tables) {
  const bool any_named = std::any_of(tables.begin(), tables.end(), [](const auto& t) { return t.named; });
  std::vector<std::string> names;
  for (const auto& t : tables)
    if (t.named || !any_named)
      for (const auto& field : t.table->fields()) names.push_back(field.name);
  return names;
}

std::string hint(const std::string& message, const std::string& sql, int offset,
                 const std::vector<SqlRegistration>& tables) {
  if (message.starts_with("not authorized") || message.ends_with(" may not be modified"))
    return "; a store is read-only: write SELECT ...";
  if (const auto column = after(message, "no such column: ")) {
    if (offset >= 0 && sql[std::size_t(offset)] == '"') return "; write texts in single quotes";
    return suggestion(last_name(*column), columns_of(tables));
  }
  if (const auto table = after(message, "no such table: ")) {
    std::vector<std::string> names;
    for (const auto& t : tables) names.push_back(t.table->name());
    return suggestion(last_name(*table), names);
  }
  if (message.starts_with("no such function: "))
    return fmt::format("; in addition to SQLite's own there are {}", fmt::join(aggregates(), ", "));
  if (message.starts_with("ambiguous column name: ")) return "; write TABLE.COLUMN";
  return "";
}

/// The place of the unknown name, which SQLite does not report; -1 if it is not in the statement.
int place_of(const std::string& message, const std::string& sql) {
  const auto name = after(message, "no such table: ");
  if (!name) return -1;
  const auto same = [](char a, char b) { return std::tolower(a) == std::tolower(b); };
  const auto found = std::search(sql.begin(), sql.end(), name->begin(), name->end(), same);
  return found == sql.end() ? -1 : int(found - sql.begin());
}

/// "(at character 8: colour FROM augmented)": characters, not bytes, counted from 1.
std::string place(const std::string& sql, int offset) {
  const auto starts_character = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  const auto characters = std::count_if(sql.begin(), sql.begin() + offset, starts_character);
  std::size_t end = std::min(sql.size(), std::size_t(offset) + 24);
  while (end < sql.size() && !starts_character(sql[end])) ++end;
  const std::string part = sql.substr(std::size_t(offset), end - std::size_t(offset));
  return fmt::format(" (at character {}: {}{})", characters + 1, part.empty() ? "the end" : part,
                     end < sql.size() ? "..." : "");
}

}  // namespace

std::string sql_error(sqlite3* db, const std::string& sql, const std::vector<SqlRegistration>& tables) {
  const std::string message = sqlite3_errmsg(db);
  int offset = sqlite3_error_offset(db);
  if (offset < 0 || offset > int(sql.size())) offset = place_of(message, sql);
  return fmt::format("SQL: {}{}{}", message, offset < 0 ? "" : place(sql, offset), hint(message, sql, offset, tables));
}

std::optional<Error> fault_of(const SqlDatabase& database, const std::string& task, const std::string& text) {
  try {
    database.prepare(fmt::format("SELECT 1 FROM \"{}_all\" WHERE {}", task, text));
    database.prepare(fmt::format("SELECT 1 FROM \"{}_all\" WHERE ({}\n)", task, text));
  } catch (const Error& e) {
    return e;
  }
  return std::nullopt;
}

}  // namespace icsweep
