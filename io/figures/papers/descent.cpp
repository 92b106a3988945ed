// Figures 3 and 4 of the universality paper: causal kernel descent and the Transformer trained from it.
#include <fmt/format.h>

#include "io/figures/figure.hpp"
#include "io/figures/plot.hpp"
#include "io/figures/samples.hpp"

namespace icsweep {
namespace {

Series instance_error(const SqlDatabase& database, const Chosen& chosen, int instance, const std::string& label) {
  Series s = chosen.empty()
                 ? Series{}
                 : curve_series(database, {chosen, fmt::format("instance = {}", instance)}, "error", "position");
  s.label = label;
  s.colour = colour_of_kind(std::size_t(instance - 1));
  s.style = Style::line;
  return s;
}

Plot draw_errors(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  Plot plot{.columns = 3};
  const auto add = [&](const char* title, std::vector<Series> series) {
    Panel p{.title = title, .x_label = "t", .y_label = "|u*ₜ − xₜ₊₁|²"};
    p.log_y = true;
    p.series = std::move(series);
    plot.panels.push_back(std::move(p));
  };
  add("linear recursions", {instance_error(database, chosen[0], 1, "(1) linear, k = ⟨x, y⟩"),
                            instance_error(database, chosen[1], 2, "(2) linear, k = exp⟨x, y⟩")});
  add("periodic", {instance_error(database, chosen[2], 3, "(3) periodic, k = exp⟨x, y⟩")});
  add("non-linear rotations", {instance_error(database, chosen[3], 4, "(4) rotations, k = exp⟨x, y⟩")});
  return plot;
}

Plot draw_trained(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  Panel p{.x_label = "t", .y_label = "error / d"};
  p.log_y = true;
  const auto add = [&](const char* curve, const char* condition, const char* label, const std::string& colour,
                       Style style) {
    Series s = curve_series(database, {chosen[0], condition}, curve, "position");
    s.label = label;
    s.colour = colour;
    s.style = style;
    p.series.push_back(std::move(s));
  };
  add("untrained_position_mse", "1", "untrained", colour_of_kind(1), Style::line);
  add("limit_position_mse", "1", "infinitely many layers", black, Style::dashed);
  add("position_mse", "layers = 'tied'", "trained, tied layers", colour_of_kind(0), Style::line);
  add("position_mse", "layers = 'untied'", "trained, untied layers", colour_of_kind(2), Style::line);
  return {.panels = {p}};
}

Selection instance(int i, const char* dim) {
  return {.task = "kernel_descent",
          .part = fmt::format("({})", i),
          .condition = fmt::format("instance = {} AND kernel = 'own'", i),
          .needs = {{fmt::format("instance = {}, length > 40", i), "length > 40"}},
          .preferred = {dim, "length = 400", i == 4 ? "q = 2" : "1"},
          .in_caption = {"dim", "length", "sequences"}};
}

}  // namespace

Figure universality_fig3() {
  return {"universality-fig3",
          "Figure 3 (universality): squared error of causal kernel descent",
          {"universality-fig3.toml"},
          {instance(1, "dim = 15"), instance(2, "dim = 15"), instance(3, "dim = 15"), instance(4, "dim = 4")},
          draw_errors};
}

Figure universality_fig4() {
  Selection s{.task = "descent_transformer",
              .condition = "1",
              .axes = {"layers"},
              .needs = {{"layers = tied or untied", "1"}},
              .preferred = {"depth = 6", "depth > 2", "dim = 15", "length = 99"},
              .in_caption = {"depth", "dim", "length", "sequences", "learning_rate", "epochs"}};
  return {"universality-fig4",
          "Figure 4 (universality): the Transformer trained from the construction",
          {"universality-fig4.toml"},
          {s},
          draw_trained};
}

}  // namespace icsweep
