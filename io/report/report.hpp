// Writes one HTML page that shows a store's content and needs no network.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/store/store.hpp"

namespace icsweep {

/// A figure drawn for the page.
struct ReportFigure {
  std::string name, title, caption, svg;
};

/// The name of a figure that is not drawn, and the reason.
struct MissingFigure {
  std::string name, reason;
};

/// The content of a report in addition to the store.
struct Report {
  std::string store;    ///< its path
  std::string program;  ///< name and version of the program that makes the report
  std::vector<ReportFigure> figures;
  std::vector<MissingFigure> missing;
  std::vector<std::string> importances{};  ///< JSON objects of print_json() in io/query/importance_answer.hpp
  bool live = false;                       ///< the page requests updates from its server
  bool complete = true;                    ///< false if importances and figures follow, as the page then says
  std::int64_t rows = most_rows;           ///< listed by the page (io/report/listing.hpp)

  static constexpr std::int64_t most_rows = 30'000;
};

/// The store's content as the page contains it: two JSON texts.
struct ReportText {
  std::string about, numbers;
};

/// Works while a launch writes the store; unfinished rows have no results. Throws the errors of reading the store.
ReportText report_text(const Store& store, const Report& report);

/// The heartbeat of the living launch as JSON, or "null" if there is no living launch.
std::string launch_text(const std::string& store);

/// The page as consecutive pieces, valid as long as `text`.
std::array<std::string_view, 7> page_pieces(const ReportText& text, bool live);

/// Writes the page beside `output` and renames it into place. Throws Error(config) if it cannot be written, and the
/// errors of report_text().
void write_report(const Store& store, const Report& report, const std::string& output);

}  // namespace icsweep
