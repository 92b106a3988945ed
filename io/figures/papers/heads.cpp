// Figures 7 and 8 of the autoregressive paper: the effect of more heads on plain and duplicated tokens.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/figures/answers.hpp"
#include "io/figures/figure.hpp"
#include "io/figures/plot.hpp"
#include "io/figures/samples.hpp"

namespace icsweep {
namespace {

const std::vector<std::string> heads_in_caption{"dim", "length", "sequences", "epochs", "learning_rate"};

Plot draw_error(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  Panel p{.x_label = "heads H", .y_label = "MSE"};
  p.log_x = p.log_y = true;
  const char* labels[] = {"tokens sₜ", "tokens (sₜ, sₜ)"};
  for (int copies : {1, 2}) {
    Series s = scalar_series(database, {chosen[0], fmt::format("copies = {}", copies)}, "heads", "test_mse");
    s.label = labels[copies - 1];
    s.colour = colour_of_kind(std::size_t(copies - 1));
    if (s.x.size() > p.x_places.size()) p.x_places = s.x;
    p.series.push_back(std::move(s));
  }
  Series floor = scalar_series(database, {chosen[0]}, "heads", "floor_mse");
  floor.label = "least squares";
  floor.colour = grey;
  floor.style = Style::dashed;
  p.series.push_back(std::move(floor));
  return {.panels = {p}};
}

/// ": 0.27", the distance of the folded matrix from isotropic; empty if the store lacks it.
std::string isotropy_text(const SqlDatabase& database, bool trained, long experiment) {
  const StoredTable* open = database.store().find("plain");
  const std::string name = trained ? "head_isotropy" : "initial_head_isotropy";
  if (!open || !open->table().find(name)) return "";
  const auto found = numbers(database, fmt::format("SELECT {} FROM plain_all WHERE experiment = {}", name, experiment));
  return std::isnan(found[0][0]) ? "" : fmt::format(": {:.2f}", found[0][0]);
}

/// The first row shows matrices before training, the second after training, with one column per number of heads.
Plot draw_grams(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  Plot plot;
  const auto heads = values_of(database, chosen[0], "heads");
  plot.columns = std::max(1, int(heads.size()));
  for (const bool trained : {false, true})
    for (const double h : heads) {
      const std::string array = trained ? "head_gram" : "initial_head_gram";
      const Source source{chosen[0], fmt::format("heads = {}", h)};
      const long e = first_experiment(database, source, "seed");
      plot.panels.push_back({.kind = PanelKind::matrix,
                             .title = fmt::format("H = {}, {}{}", h, trained ? "trained" : "initial",
                                                  isotropy_text(database, trained, e)),
                             .matrix = matrix_of(database, chosen[0], array, "row", "column", e)});
    }
  return plot;
}

}  // namespace

Figure fig7() {
  Selection s{.task = "plain",
              .condition = "initial_heads = 'independent'",
              .about = "initial_heads = independent",
              .axes = {"heads", "copies"}};
  for (const char* copies : {"1", "2"})
    for (const char* heads : {"heads = 1", "heads > 1"})
      s.needs.push_back(
          {fmt::format("{}, copies = {}", heads, copies), fmt::format("{} AND copies = {}", heads, copies)});
  s.preferred = {"dim = 10",         "length = 50",    "epochs = 200",        "learning_rate = 0.01",
                 "context = 'haar'", "query = 'last'", "output = 'per_head'", "projections = 'shared'"};
  s.in_caption = heads_in_caption;
  return {"fig7", "Figure 7: error by the number of heads", {"fig7.toml"}, {s}, draw_error};
}

Figure fig8() {
  Selection s{.task = "plain",
              .condition = "initial_heads = 'equal' AND copies = 2",
              .axes = {"heads"},
              .needs = {{"initial_heads = equal, copies = 2", "1"}},
              .preferred = {"dim = 5", "length = 50", "epochs = 200", "learning_rate = 0.01"},
              .in_caption = heads_in_caption,
              .seeds = "the first of"};
  return {"fig8", "Figure 8: Σₕ BₕᵀBₕ, and its distance from isotropic when folded", {"fig8.toml"}, {s}, draw_grams};
}

}  // namespace icsweep
