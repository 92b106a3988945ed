#include "io/query/row_printer.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>

#include "io/base/error.hpp"
#include "io/base/say.hpp"
#include "io/query/text_grid.hpp"

namespace icsweep {
namespace {

std::string_view text_of(sqlite3_stmt* s, int column) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(s, column));
  return text ? std::string_view(text, std::size_t(sqlite3_column_bytes(s, column))) : std::string_view();
}

std::string hexadecimal(sqlite3_stmt* s, int column) {
  const auto* bytes = static_cast<const unsigned char*>(sqlite3_column_blob(s, column));
  return fmt::format("{:02x}", fmt::join(bytes, bytes + sqlite3_column_bytes(s, column), ""));
}

/// Bytes of rows that are buffered to find the widest cells. An answer may be endless.
constexpr std::size_t max_held = std::size_t{64} << 20;

class TablePrinter : public RowPrinter {
 public:
  TablePrinter(std::ostream& out, int columns) : out_(out), columns_(columns), grid_(0) {}
  void heading(const std::vector<std::string>& names) override {
    grid_ = TextGrid(names.size());
    for (const auto& name : names) grid_.add(name);
  }
  void row(sqlite3_stmt* s) override {
    for (int c = 0; c < sqlite3_column_count(s); ++c) {
      const int type = sqlite3_column_type(s, c);
      if (type == SQLITE_TEXT) grid_.add(text_of(s, c), true);
      else grid_.add(short_text(s, c), type == SQLITE_BLOB);
    }
    if (grid_.size() < max_held) return;
    grid_.print_within(out_, columns_);
    grid_.clear();
  }
  void end() override { grid_.print_within(out_, columns_); }

 private:
  std::ostream& out_;
  int columns_;
  TextGrid grid_;
};

/// A line per cell.
class VerticalPrinter : public RowPrinter {
 public:
  explicit VerticalPrinter(std::ostream& out) : out_(out) {}
  void heading(const std::vector<std::string>& names) override { names_ = names; }
  void row(sqlite3_stmt* s) override {
    TextGrid grid(2);
    for (std::size_t c = 0; c < names_.size(); ++c) grid.add(names_[c], true), grid.add(short_text(s, int(c)), true);
    out_ << (number_ == 0 ? "" : "\n") << "row " << number_ + 1 << '\n';
    ++number_;
    grid.print(out_, 2, "  ");
  }

 private:
  std::ostream& out_;
  std::vector<std::string> names_;
  std::int64_t number_ = 0;
};

class CsvPrinter : public RowPrinter {
 public:
  CsvPrinter(std::ostream& out, bool quotes_formulas) : out_(out), quotes_formulas_(quotes_formulas) {}
  void heading(const std::vector<std::string>& names) override {
    for (std::size_t c = 0; c < names.size(); ++c) add(int(c), names[c]);
    finish_line();
  }
  void row(sqlite3_stmt* s) override {
    for (int c = 0; c < sqlite3_column_count(s); ++c) switch (sqlite3_column_type(s, c)) {
        case SQLITE_FLOAT:
          if (c) line_ += ',';
          fmt::format_to(std::back_inserter(line_), "{}", sqlite3_column_double(s, c));
          break;
        case SQLITE_BLOB:
          add(c, hexadecimal(s, c));
          break;
        case SQLITE_TEXT:
          if (quotes_formulas_ && is_formula(text_of(s, c))) {
            add(c, "'" + std::string(text_of(s, c)));
            break;
          }
          [[fallthrough]];
        default:
          add(c, text_of(s, c));
      }
    finish_line();
  }

 private:
  void add(int column, std::string_view text) {
    if (column) line_ += ',';
    if (text.find_first_of(",\"\n\r") == std::string_view::npos) {
      line_ += text;
      return;
    }
    line_ += '"';
    for (const char c : text) c == '"' ? line_ += "\"\"" : line_ += c;
    line_ += '"';
  }
  static bool is_formula(std::string_view text) {
    return !text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
  }
  void finish_line() {
    out_ << line_ << '\n';
    line_.clear();
  }

  std::ostream& out_;
  bool quotes_formulas_;
  std::string line_;
};

class JsonPrinter : public RowPrinter {
 public:
  JsonPrinter(std::ostream& out, bool lines) : out_(out), lines_(lines) {}
  /// Renames equal columns to error and error:1, since an object cannot hold two equal keys.
  void heading(const std::vector<std::string>& names) override {
    std::map<std::string, int> seen;
    for (const auto& name : names) {
      const int before = seen[dumped(name)]++;  // compares names as written: bytes that are not UTF-8 are written alike
      keys_.push_back(dumped(before ? fmt::format("{}:{}", name, before) : name) + ": ");
    }
    if (!lines_) out_ << '[';
  }
  void row(sqlite3_stmt* s) override {
    std::string line = lines_ ? "" : any_ ? ",\n " : "\n ";
    for (int c = 0; c < sqlite3_column_count(s); ++c)
      line.append(c ? ", " : "{").append(keys_[std::size_t(c)]).append(value(s, c));
    out_ << line << (lines_ ? "}\n" : "}");
    any_ = true;
  }
  void end() override {
    if (!lines_) out_ << (any_ ? "\n]\n" : "]\n");
  }

 private:
  static std::string dumped(const nlohmann::json& json) {
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  /// JSON has no infinity: infinite numbers become null.
  static std::string value(sqlite3_stmt* s, int c) {
    switch (sqlite3_column_type(s, c)) {
      case SQLITE_NULL:
        return "null";
      case SQLITE_INTEGER:
        return fmt::to_string(sqlite3_column_int64(s, c));
      case SQLITE_FLOAT:
        return dumped(sqlite3_column_double(s, c));
      case SQLITE_BLOB:
        return dumped(hexadecimal(s, c));
      default:
        return dumped(text_of(s, c));
    }
  }

  std::ostream& out_;
  bool lines_, any_ = false;
  std::vector<std::string> keys_;
};

}  // namespace

QueryFormat query_format(const std::string& name) {
  if (name == "table") return QueryFormat::table;
  if (name == "vertical") return QueryFormat::vertical;
  if (name == "csv") return QueryFormat::csv;
  if (name == "json") return QueryFormat::json;
  if (name == "jsonl") return QueryFormat::jsonl;
  throw Error(ErrorKind::config, fmt::format("--format {}: use table, vertical, csv, json or jsonl", name));
}

std::unique_ptr<RowPrinter> make_row_printer(QueryFormat format, std::ostream& out) {
  if (format == QueryFormat::table)
    return std::make_unique<TablePrinter>(out, &out == &std::cout ? output_columns() : 0);
  if (format == QueryFormat::vertical) return std::make_unique<VerticalPrinter>(out);
  if (format == QueryFormat::csv || format == QueryFormat::spreadsheet)
    return std::make_unique<CsvPrinter>(out, format == QueryFormat::spreadsheet);
  return std::make_unique<JsonPrinter>(out, format == QueryFormat::jsonl);
}

std::vector<std::string> column_names(sqlite3_stmt* s) {
  std::vector<std::string> names;
  for (int c = 0; c < sqlite3_column_count(s); ++c) names.push_back(sqlite3_column_name(s, c));
  return names;
}

std::string short_text(sqlite3_stmt* s, int c) {
  const int type = sqlite3_column_type(s, c);
  if (type == SQLITE_FLOAT) return fmt::format("{:.6g}", sqlite3_column_double(s, c));
  return type == SQLITE_BLOB ? hexadecimal(s, c) : std::string(text_of(s, c));
}

}  // namespace icsweep
