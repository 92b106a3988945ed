// Writes one HTML page that shows a store's content, readable without a network.
#pragma once

#include <string>
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
};

/// Writes the page beside `output` and renames it into place. Works while a launch writes the store: unfinished rows
/// have no results. Throws Error(config) if the page cannot be written, and the errors of reading the store.
void write_report(const Store& store, const Report& report, const std::string& output);

}  // namespace icsweep
