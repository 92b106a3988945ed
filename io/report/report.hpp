// Writes one HTML page that shows a store's content, readable without a network.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "io/store/store.hpp"

namespace icsweep {

/// A figure that was drawn.
struct ReportFigure {
  std::string name, title, caption, svg;
};

/// A figure that could not be drawn, and why.
struct MissingFigure {
  std::string name, reason;
};

/// A report's content besides the store's.
struct Report {
  std::string store;    ///< its path
  std::string program;  ///< the program that makes the report
  std::vector<ReportFigure> figures;
  std::vector<MissingFigure> missing;
  std::vector<std::string> importances{};  ///< JSON objects of print_json() in io/query/importance_answer.hpp
  bool live = false;                       ///< the page asks its server for news
};

/// The store's content as the page holds it: two texts of JSON.
struct ReportText {
  std::string about, numbers;
};

/// Works while a launch writes the store: unfinished rows have no results. Throws the errors of reading the store.
ReportText report_text(const Store& store, const Report& report);

/// What the page is told of the launch that writes the store: its heartbeat as JSON, or "null" if none lives.
std::string launch_text(const std::string& store);

/// The page, in pieces that follow each other; valid while `text` is.
std::array<std::string_view, 7> page_pieces(const ReportText& text, bool live);

/// Writes the page beside `output` and renames it into place. Throws Error(config) if it cannot be written, and the
/// errors of report_text().
void write_report(const Store& store, const Report& report, const std::string& output);

}  // namespace icsweep
