#include "io/figures/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "io/base/error.hpp"
#include "io/figures/samples.hpp"
#include "io/base/phrases.hpp"

namespace icsweep {
namespace {

/// A store of an earlier program may lack columns. It then has no experiments for a figure that uses them.
Chosen chosen_for(const SqlDatabase& database, const Selection& selection, const Asked& asked) {
  try {
    return choose(database, selection, asked);
  } catch (const Error& e) {
    if (e.kind() != ErrorKind::config) throw;
    Chosen nothing{.task = selection.task, .missing = fmt::format("{}, whose table has other columns", selection.task)};
    return nothing;
  }
}

/// "(1), (2): dim 15, length 400": parts with equal captions share a line.
std::vector<std::string> captions_of(const std::vector<Chosen>& all) {
  std::vector<std::pair<std::string, std::string>> parts;  // names, text
  for (const auto& chosen : all) {
    if (chosen.empty()) continue;
    const auto colon = chosen.caption.find(": ");
    const std::string name = chosen.caption.substr(0, colon), text = chosen.caption.substr(colon);
    const auto same = std::find_if(parts.begin(), parts.end(), [&](const auto& p) { return p.second == text; });
    if (same == parts.end()) parts.emplace_back(name, text);
    else if (same->first != name) same->first += ", " + name;
  }
  std::vector<std::string> lines;
  for (const auto& [names, text] : parts) lines.push_back(names + text);
  return lines;
}

/// Notes the experiments without a finite value, once per result.
void leave_valueless_out(Plot& plot) {
  std::map<std::string, std::size_t> counts;
  for (const auto& panel : plot.panels)
    for (const auto& series : panel.series) counts[panel.y_label] += series.valueless;
  for (const auto& [result, count] : counts) leave_out(plot, count, result);
}

}  // namespace

const std::vector<Figure>& all_figures() {
  static const std::vector<Figure> all{
#define FIGURE(name) name(),
#include "io/figures/figures.def"
#undef FIGURE
  };
  return all;
}

const Figure& find_figure(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& figure : all_figures()) {
    if (figure.name == name) return figure;
    known.push_back(figure.name);
  }
  throw Error(ErrorKind::config,
              fmt::format("figure: there is no figure \"{}\"{}", name, suggestion(name, known, "--list shows all")));
}

std::string sweep_names(const Figure& figure) {
  std::vector<std::string> names;
  for (const auto& file : figure.sweeps) names.push_back(file.substr(0, file.rfind(".toml")));
  return fmt::format("{}", fmt::join(names, ", "));
}

Holding holding(const SqlDatabase& database, const Figure& figure, const Asked& asked) {
  Holding h;
  for (const auto& selection : figure.selections) {
    h.chosen.push_back(chosen_for(database, selection, asked));
    const Chosen& chosen = h.chosen.back();
    h.some |= !chosen.empty();
    if (!selection.optional && !chosen.missing.empty()) h.missing.push_back(chosen.missing);
  }
  return h;
}

Plot plot_of(const SqlDatabase& database, const Figure& figure, const Holding& holding) {
  Plot plot = figure.draw(database, holding.chosen);
  drop_empty(plot);
  plot.title = figure.title;
  const std::vector<std::string> captions = captions_of(holding.chosen);
  plot.caption.insert(plot.caption.begin(), captions.begin(), captions.end());
  leave_valueless_out(plot);
  return plot;
}

}  // namespace icsweep
