// Figure 2 of the universality paper: the remainder of a vector after projections away from the tokens.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/figures/answers.hpp"
#include "io/figures/figure.hpp"
#include "io/figures/plot.hpp"
#include "io/figures/samples.hpp"
#include "io/figures/papers/shared_series.hpp"

namespace icsweep {
namespace {

std::string subscript(int n) {
  std::string text;
  for (const char digit : std::to_string(n)) text += std::string("\xe2\x82") + char(0x80 + digit - '0');
  return text;
}

/// The path of one experiment in space: ν, P_T ν, P_{T-1} P_T ν, …, P_1 … P_T ν.
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

/// |P_1 … P_t ν| of linear recursions, one line per experiment: the remainder of ν's error [Prop 4].
Panel remainders(const SqlDatabase& database, const Chosen& chosen) {
  Panel p{.title = "linear recursions", .x_label = "t", .y_label = "|P₁ … Pₜ ν|"};
  p.log_y = true;
  if (chosen.empty()) return p;
  const auto dims = values_of(database, chosen, "dim");
  for (std::size_t i = 0; i < dims.size(); ++i)
    for (const auto& found :
         numbers(database, fmt::format("SELECT experiment FROM kernel_descent_all WHERE {} AND dim = {} "
                                       "ORDER BY seed",
                                       chosen.condition, dims[i]))) {
      Series s{.label = fmt::format("d = {}", dims[i]), .colour = colour_of_kind(i), .style = Style::line};
      for (const auto& row :
           numbers(database, fmt::format("SELECT position, sqrt(sum(value * value)) FROM kernel_descent_all_projection "
                                         "WHERE experiment = {} GROUP BY position ORDER BY position",
                                         found[0])))
        s.x.push_back(row[0]), s.y.push_back(row[1]);
      p.series.push_back(std::move(s));
    }
  return p;
}

Plot draw_projections(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  return {.columns = 2, .panels = {projections(database, chosen[0]), remainders(database, chosen[1])}};
}

}  // namespace

Figure universality_fig2() {
  Selection path{.task = "kernel_descent",
                 .part = "left",
                 .condition = "instance = 3 AND dim = 3 AND length <= 12",
                 .needs = {{"instance = 3, dim = 3, length <= 12", "1"}},
                 .preferred = {"length = 6"},
                 .in_caption = {"instance", "dim", "length"},
                 .seeds = "the first of"};
  Selection rest{.task = "kernel_descent",
                 .part = "right",
                 .condition = "instance = 1 AND sequences = 1",
                 .axes = {"dim"},
                 .preferred = {"length = 40"},
                 .in_caption = {"instance", "dim", "length"},
                 .seeds = "each of",
                 .optional = true};
  return {"universality-fig2",
          "Figure 2 (universality): successive projections of ν",
          {"universality-fig2.toml"},
          {path, rest},
          draw_projections};
}

}  // namespace icsweep
