#include "io/figures/figure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/error.hpp"
#include "io/nearest.hpp"

namespace icsweep {

const Figure& find_figure(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& figure : all_figures()) {
    if (figure.name == name) return figure;
    known.push_back(figure.name);
  }
  throw Error(ErrorKind::config, fmt::format("figure: there is no figure \"{}\", did you mean {}? --list shows all",
                                             name, nearest(name, known)));
}

std::string sweep_files(const Figure& figure) {
  return fmt::format("jobs/sweeps/{}", fmt::join(figure.sweeps, ", jobs/sweeps/"));
}

namespace {

/// A store of an earlier program may lack columns: then it holds nothing for a figure that asks for them. What the user
/// asks for must be there.
Chosen chosen_for(const SqlDatabase& database, const Selection& selection, const std::string& where) {
  try {
    return choose(database, selection, where);
  } catch (const Error& e) {
    if (!where.empty() || e.kind() != ErrorKind::config) throw;
    Chosen nothing{.task = selection.task, .missing = fmt::format("{}, whose table has other columns", selection.task)};
    return nothing;
  }
}

}  // namespace

Holding holding(const SqlDatabase& database, const Figure& figure, const std::string& where) {
  Holding h;
  for (const auto& selection : figure.selections) {
    h.chosen.push_back(chosen_for(database, selection, where));
    const Chosen& chosen = h.chosen.back();
    h.some |= !chosen.empty();
    if (!selection.optional && !chosen.missing.empty()) h.missing.push_back(chosen.missing);
  }
  return h;
}

Plot plot_of(const SqlDatabase& database, const Figure& figure, const Holding& holding) {
  Plot plot = figure.draw(database, holding.chosen);
  std::erase_if(plot.panels, [](const Panel& panel) { return panel.empty(); });
  plot.columns = std::min(plot.columns, std::max(1, int(plot.panels.size())));
  plot.title = figure.title;
  for (const auto& chosen : holding.chosen) {
    if (chosen.empty()) continue;
    const std::string line = fmt::format("{}: {}", chosen.task, chosen.setting);
    if (std::find(plot.caption.begin(), plot.caption.end(), line) == plot.caption.end()) plot.caption.push_back(line);
  }
  return plot;
}

}  // namespace icsweep
