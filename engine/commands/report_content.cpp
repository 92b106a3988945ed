#include "engine/commands/report_content.hpp"

#include <fmt/format.h>

#include <sstream>

#include "engine/cluster/report_error.hpp"
#include "engine/ledger/version.hpp"
#include "io/figures/figure.hpp"
#include "io/figures/gnuplot.hpp"
#include "io/query/importance_answer.hpp"
#include "io/query/query.hpp"

namespace icsweep {
namespace {

/// Draws every figure whose experiments the store has, and names those of which it has a part. Without gnuplot the page
/// says so and has everything else.
void add_figures(const SqlDatabase& database, Report& report) {
  bool told = false;
  for (const auto& figure : all_figures()) {
    const Holding h = holding(database, figure);
    if (!h.some) continue;
    if (!h.missing.empty()) {
      report.missing.push_back({figure.name, fmt::format("wants {}: run {}", fmt::join(h.missing, "; "),
                                                         "the rest of " + sweep_names(figure))});
      continue;
    }
    try {
      const Plot plot = plot_of(database, figure, h);
      report.figures.push_back(
          {figure.name, plot.title, fmt::format("{}", fmt::join(plot.caption, "\n")), draw(plot, ImageFormat::svg)});
    } catch (const Error& e) {
      report.missing.push_back({figure.name, e.what()});
      if (!told) report_error(e);
      told = true;
    }
  }
}

/// Nothing for a task without anything to compare.
void add_importances(const SqlDatabase& database, Report& report) {
  for (const auto& table : database.store().tables()) try {
      std::ostringstream json;
      print_json(importance_of(database, {table.table().task, main_result(table.table())}), json);
      report.importances.push_back(json.str());
    } catch (const Error&) {
    }
}

}  // namespace

Report report_of(const Store& store, const std::string& path, Extras extras) {
  Report report{path, program_version(), {}, {}};
  report.complete = extras != Extras::none;
  if (!report.complete) return report;
  const SqlDatabase database(store);
  add_importances(database, report);
  if (extras == Extras::all) add_figures(database, report);
  return report;
}

}  // namespace icsweep
