// Figure 6 of the autoregressive paper: positional weights on restricted contexts, beside the cosine encoding.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "io/figures/answers.hpp"
#include "io/figures/figures.hpp"
#include "io/figures/palette.hpp"
#include "io/figures/samples.hpp"

namespace icsweep {
namespace {

/// What a causal P can hold: the lower triangle of its used rows.
Matrix lower(Matrix m) {
  m.rows = std::max(0, m.rows - 1);
  m.values.resize(std::size_t(m.rows * m.columns));
  for (int row = 0; row < m.rows; ++row)
    for (int token = row + 1; token < m.columns; ++token)
      m.values[std::size_t(row * m.columns + token)] = std::numeric_limits<double>::quiet_NaN();
  return m;
}

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
  const auto values =
      numbers(database, fmt::format("SELECT DISTINCT mu FROM positional WHERE {} ORDER BY mu", chosen[0].condition));
  Plot plot{.columns = int(values.size()) + 1};
  std::vector<Panel> rows;
  const auto add = [&](const std::string& title, Matrix m) {
    rows.push_back(last_row(m));
    plot.panels.push_back({.kind = PanelKind::matrix, .title = title, .matrix = std::move(m)});
  };
  long e = -1;
  for (const auto& mu : values) {
    e = first_experiment(database, {chosen[0], fmt::format("mu = {:.17g}", mu[0])}, "seed");
    add(fmt::format("P, μ = {:g}", mu[0]), lower(matrix_of(database, chosen[0], "P", "row", "token", e)));
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
              .preferred = "sequences = 10000",
              .told = {"length", "sequences", "learning_rate", "target_loss"},
              .seeds = "the first of"};
  return {"fig6", "Figure 6: positional weights on restricted contexts", {"fig6.toml"}, {s}, draw_encodings};
}

}  // namespace icsweep
