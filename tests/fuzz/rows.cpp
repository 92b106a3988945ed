// Fuzzes the texts that a query prints. The input has cells separated by zero bytes. CSV and JSON return the same
// bytes, and a table has one line per row without control characters.
#include <sqlite3.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "fuzz/fuzz.hpp"
#include "io/query/row_printer.hpp"
#include "io/base/text_columns.hpp"

using namespace icsweep;

namespace {

using Cells = std::vector<std::string>;

/// A query for one row: each column holds a cell, which is also its name.
std::string printed(const Cells& cells, QueryFormat format) {
  static const std::unique_ptr<sqlite3, int (*)(sqlite3*)> db(
      [] {
        sqlite3* opened = nullptr;
        sqlite3_open(":memory:", &opened);
        return opened;
      }(),
      &sqlite3_close);
  sqlite3_stmt* prepared = nullptr;
  sqlite3_prepare_v2(db.get(), cells.size() == 1 ? "SELECT ?1" : "SELECT ?1, ?2", -1, &prepared, nullptr);
  const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement(prepared, &sqlite3_finalize);
  for (std::size_t i = 0; i < cells.size(); ++i)
    sqlite3_bind_text(prepared, int(i) + 1, cells[i].data(), int(cells[i].size()), SQLITE_STATIC);
  std::ostringstream out;
  const auto printer = make_row_printer(format, out);
  printer->heading(cells);
  sqlite3_step(prepared);
  printer->row(prepared);
  printer->end();
  return out.str();
}

/// Reads CSV by RFC 4180, with line feeds.
std::vector<Cells> parsed_csv(const std::string& text) {
  std::vector<Cells> lines(1, Cells(1));
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') lines.back().back() += text[++i];
    else if (c == '"') quoted = !quoted;
    else if (quoted) lines.back().back() += c;
    else if (c == ',') lines.back().emplace_back();
    else if (c == '\n') lines.emplace_back(1);
    else lines.back().back() += c;
  }
  lines.pop_back();
  return lines;
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest = fuzz::text_of(data, size);
  const std::string first(fuzz::next_part(rest));
  const Cells cells = rest.empty() ? Cells{first} : Cells{first, std::string(fuzz::next_part(rest))};
  fuzz::expect(parsed_csv(printed(cells, QueryFormat::csv)) == std::vector{cells, cells}, "CSV returns the cells");
  const auto json = nlohmann::json::parse(printed(cells, QueryFormat::json));
  fuzz::expect(json.size() == 1 && json[0].size() == cells.size(), "JSON has one row with every cell");
  const std::string table = printed(cells, QueryFormat::table);
  fuzz::expect(std::count(table.begin(), table.end(), '\n') == 2,
               "a table has one line for the heading and one per row");
  for (const char c : table) fuzz::expect(c == '\n' || !is_control(c), "a table has no control character");
  const std::string shown = printable(first);
  fuzz::expect(std::none_of(shown.begin(), shown.end(), is_control), "printable text has no control character");
  fuzz::expect(columns_of(cut(shown, 7)) <= 7, "a text is cut to the given columns");
  return 0;
}
