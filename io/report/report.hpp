// One HTML page that tells and shows what a store holds, readable without a network.
#pragma once

#include <string>
#include <vector>

#include "io/store/hdf5_store.hpp"

namespace icsweep {

/// A figure that was drawn.
struct ReportFigure {
  std::string name, title, caption, svg;
};

/// One that could not be, and why.
struct MissingFigure {
  std::string name, reason;
};

/// What goes into a report beside the store's content.
struct Report {
  std::string store;    ///< its path
  std::string program;  ///< that makes the report
  std::vector<ReportFigure> figures;
  std::vector<MissingFigure> missing;
};

/// Writes the page beside `output` and puts it there whole. Works while a launch writes the store: rows that are not
/// finished yet have no results. Throws Error(config) if it cannot be written, and what reading the store throws.
void write_report(const StoreReader& store, const Report& report, const std::string& output);

}  // namespace icsweep
