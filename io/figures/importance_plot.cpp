#include "io/figures/asked_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/figures/plot.hpp"
#include "io/base/phrases.hpp"
#include "io/query/importance_answer.hpp"
#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

constexpr std::size_t drawn_pairs = 8;
constexpr int longest_name = 44;

/// Adds a bar below the existing ones.
void add_bar(Panel& panel, Series& series, const std::string& name, EffectShare e) {
  panel.y_names.push_back(cut_within(name, longest_name));
  series.x.push_back(std::max(0.0, e.share));  // an estimate may be negative by its error
  series.y.push_back(double(panel.y_names.size()));
  series.low.push_back(std::isnan(e.low) ? e.low : std::max(0.0, e.low));
  series.high.push_back(e.high);
}

Panel variance_panel(const ImportanceAnswer& a) {
  Panel panel{.kind = PanelKind::bars, .x_label = fmt::format("share of the variance of {}", a.question.metric)};
  Series mains{.label = "main effect", .colour = colour_of_kind(0), .style = Style::boxes};
  Series pairs{.label = "pair", .colour = colour_of_kind(5), .style = Style::boxes};
  Series others{.colour = pale_grey, .style = Style::boxes};
  for (const auto& e : shown_effects(a.variance, drawn_pairs))
    add_bar(panel, e.factors.size() == 1 ? mains : pairs, effect_name(a.factors, e.factors), e);
  if (has_rest(a))
    add_bar(panel, others, std::isnan(a.variance.seeds) ? "interactions of three, noise" : "interactions of three",
            {{}, a.variance.rest});
  if (!std::isnan(a.variance.seeds)) add_bar(panel, others, "seeds", {{}, a.variance.seeds});
  for (auto* series : {&mains, &pairs, &others})
    if (!series->x.empty()) panel.series.push_back(std::move(*series));
  return panel;
}

Panel best_panel(const ImportanceAnswer& a) {
  Panel panel{.kind = PanelKind::bars,
              .x_label = fmt::format("share of the difference, best {} of {} settings", a.best.best, a.best.settings)};
  Series series{.colour = colour_of_kind(2), .style = Style::boxes};
  std::vector<std::size_t> order;
  for (std::size_t f = 0; f < a.best.shares.size(); ++f) order.push_back(f);
  std::stable_sort(order.begin(), order.end(), [&](auto x, auto y) { return a.best.shares[x] > a.best.shares[y]; });
  for (const std::size_t f : order)
    add_bar(panel, series, effect_name(a.factors, {int(f)}),
            {{}, a.best.shares[f], a.best.shares[f] - a.best.errors[f], a.best.shares[f] + a.best.errors[f]});
  panel.series.push_back(std::move(series));
  return panel;
}

}  // namespace

Plot importance_plot(const ImportanceAnswer& a) {
  Plot plot{.title = fmt::format("{}: parameters that influence {}", a.question.task, a.question.metric)};
  plot.panels.push_back(variance_panel(a));
  if (a.best.best > 0) plot.panels.push_back(best_panel(a));
  std::string caption =
      fmt::format("{}: {}, {}", a.question.task, counted(a.experiments, "experiment"), counted(a.settings, "setting"));
  if (!a.question.where.empty()) caption += " where " + a.question.where;
  caption += a.variance.method == VarianceMethod::forest
                 ? fmt::format("; functional ANOVA of {} regression trees", a.variance.replicates)
                 : "; functional ANOVA of the grid";
  if (a.variance.filled > 0)
    caption += fmt::format(", {} of {} settings filled in", a.variance.filled, a.variance.cells);
  plot.caption.push_back(caption + "; bars: 95 % interval");
  if (a.best.best > 0)
    plot.caption.push_back(fmt::format("the best: {} {}, PED-ANOVA, bars: standard error",
                                       a.question.largest ? "largest" : "smallest", a.question.metric));
  for (const auto& line : a.left_out) plot.caption.push_back(line);
  return plot;
}

}  // namespace icsweep
