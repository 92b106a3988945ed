// Figure 6 of the autoregressive paper: positional weights on restricted contexts, beside the cosine encoding.
#include <fmt/format.h>

#include <cmath>

#include "io/figures/figure.hpp"
#include "io/figures/plot.hpp"
#include "io/figures/samples.hpp"

namespace icsweep {
namespace {

Panel last_row(const Matrix& m) {
  Panel p{.x_label = "token t", .y_label = "last row"};
  Series s{.colour = colour_of_kind(0), .style = Style::line_points};
  for (int token = 0; token < m.columns; ++token) {
    const double value = m.values[std::size_t((m.rows - 1) * m.columns + token)];
    if (!std::isfinite(value)) continue;
    s.x.push_back(token + 1);
    s.y.push_back(value);
  }
  p.series.push_back(std::move(s));
  return p;
}

Plot draw_encodings(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  const auto values = values_of(database, chosen[0], "mu");
  Plot plot{.columns = int(values.size()) + 1};
  std::vector<Panel> rows;
  const auto add = [&](const std::string& title, Matrix m) {
    rows.push_back(last_row(m));
    plot.panels.push_back({.kind = PanelKind::matrix, .title = title, .matrix = std::move(m)});
  };
  long e = -1;
  for (const double mu : values) {
    e = first_experiment(database, {chosen[0], fmt::format("mu = {:.17g}", mu)}, "seed");
    add(fmt::format("P, μ = {:g}", mu), used_part(matrix_of(database, chosen[0], "P", "row", "token", e), 0));
  }
  if (e >= 0) add("cosine ppᵀ", matrix_of(database, chosen[0], "cosine_gram", "row", "token", e));
  plot.panels.insert(plot.panels.end(), rows.begin(), rows.end());
  return plot;
}

}  // namespace

Figure fig6() {
  Selection s{.task = "positional",
              .condition = "1",
              .axes = {"mu"},
              .needs = each_of("mu", {"50", "100", "200", "300"}),
              .preferred = {"sequences = 10000", "length = 30", "learning_rate = 0.5", "target_loss = 1e-3",
                            "query = 'previous'"},
              .in_caption = {"length", "sequences", "learning_rate", "target_loss"},
              .seeds = "the first of"};
  return {"fig6", "Figure 6: positional weights on restricted contexts", {"fig6.toml"}, {s}, draw_encodings};
}

}  // namespace icsweep
