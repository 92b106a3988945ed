// Figures 2, 3 and 4 of the universality paper: causal kernel descent and the Transformer trained from it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/figures/answers.hpp"
#include "io/figures/figures.hpp"
#include "io/figures/palette.hpp"
#include "io/figures/samples.hpp"
#include "io/figures/sphere.hpp"

namespace icsweep {
namespace {

std::string subscript(int n) {
  std::string text;
  for (const char digit : std::to_string(n)) text += std::string("\xe2\x82") + char(0x80 + digit - '0');
  return text;
}

/// ν, P_T ν, P_{T-1} P_T ν, …, P_1 … P_T ν: the path of one experiment in space.
Panel projections(const SqlDatabase& database, const Chosen& chosen) {
  Panel p{.kind = PanelKind::space, .title = "tokens of a periodic sequence", .series = sphere()};
  if (chosen.empty()) return p.series.clear(), p;
  const long e = first_experiment(database, {chosen}, "seed");
  const Matrix m = matrix_of(database, chosen, "projection_path", "position", "component", e);
  Series path = path_of(m);  // from t = 1, the last, to t = T, the first
  std::reverse(path.x.begin(), path.x.end());
  std::reverse(path.y.begin(), path.y.end());
  std::reverse(path.z.begin(), path.z.end());
  const double nu = 1 / std::sqrt(double(m.columns));
  for (auto* v : {&path.x, &path.y, &path.z}) v->insert(v->begin(), nu);
  path.colour = pale_grey;
  path.style = Style::arrows;
  p.series.push_back(path);
  for (std::size_t i = 0; i < path.x.size(); ++i) {
    Series s{.label = i == 0 ? "ν" : fmt::format("after P{}", subscript(m.rows + 1 - int(i))),
             .colour = i == 0 ? colour_of_kind(2) : colour_of_rank(i - 1, path.x.size() - 1),
             .style = Style::points};
    s.x = {path.x[i]}, s.y = {path.y[i]}, s.z = {path.z[i]};
    p.series.push_back(std::move(s));
  }
  return p;
}

/// |P_1 … P_t ν| of linear recursions: what is left of ν's error [Prop 4].
Panel remainders(const SqlDatabase& database, const Chosen& chosen) {
  Panel p{.title = "linear recursions", .x_label = "t", .y_label = "|P₁ … Pₜ ν|"};
  p.log_y = true;
  if (chosen.empty()) return p;
  const auto found = numbers(
      database,
      fmt::format("SELECT experiment, dim, seed FROM kernel_descent WHERE {} ORDER BY dim, seed", chosen.condition));
  for (std::size_t i = 0; i < found.size(); ++i) {
    Series s{.label = fmt::format("d = {}, seed {}", found[i][1], found[i][2]),
             .colour = colour_of_kind(i),
             .style = Style::line};
    for (const auto& row :
         numbers(database, fmt::format("SELECT position, sqrt(sum(value * value)) FROM kernel_descent_projection WHERE "
                                       "experiment = {} GROUP BY position ORDER BY position",
                                       found[i][0])))
      s.x.push_back(row[0]), s.y.push_back(row[1]);
    p.series.push_back(std::move(s));
  }
  return p;
}

Plot draw_projections(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  return {.columns = 2, .panels = {projections(database, chosen[0]), remainders(database, chosen[1])}};
}

Series instance_error(const SqlDatabase& database, const Chosen& chosen, int instance, const std::string& label) {
  Series s = chosen.empty()
                 ? Series{}
                 : curve_series(database, {chosen, fmt::format("instance = {}", instance)}, "error", "position");
  s.label = s.x.empty() ? "" : label;
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
    s.label = s.x.empty() ? "" : label;
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

Selection instance(int i, const char* preferred) {
  return {.task = "kernel_descent",
          .condition = fmt::format("instance = {}", i),
          .needs = {{fmt::format("instance = {}, length > 40", i), "length > 40"}},
          .preferred = fmt::format("{} AND kernel = 'own' AND length = 400", preferred),
          .told = {"dim", "length", "sequences"}};
}

}  // namespace

Figure universality_fig2() {
  Selection path{.task = "kernel_descent",
                 .condition = "instance = 3 AND dim = 3 AND length <= 12",
                 .needs = {{"instance = 3, dim = 3, length <= 12", "1"}},
                 .preferred = "length = 6",
                 .told = {"instance", "dim", "length"},
                 .seeds = "the first of"};
  Selection rest{.task = "kernel_descent",
                 .condition = "instance = 1 AND sequences = 1",
                 .axes = {"dim"},
                 .preferred = "length = 40",
                 .told = {"instance", "dim", "length"},
                 .seeds = "each of",
                 .optional = true};
  return {"universality-fig2",
          "Figure 2 (universality): successive projections of ν",
          {"universality-fig2.toml"},
          {path, rest},
          draw_projections};
}

Figure universality_fig3() {
  return {"universality-fig3",
          "Figure 3 (universality): squared error of causal kernel descent",
          {"universality-fig3.toml"},
          {instance(1, "dim = 15"), instance(2, "dim = 15"), instance(3, "dim = 15"), instance(4, "dim = 4 AND q = 2")},
          draw_errors};
}

Figure universality_fig4() {
  Selection s{.task = "descent_transformer",
              .condition = "1",
              .axes = {"layers"},
              .needs = {{"layers = tied or untied", "1"}},
              .preferred = "1 - abs(depth - 6)",
              .told = {"depth", "dim", "length", "sequences", "learning_rate", "epochs"}};
  return {"universality-fig4",
          "Figure 4 (universality): the Transformer trained from the construction",
          {"universality-fig4.toml"},
          {s},
          draw_trained};
}

}  // namespace icsweep
