// Figures 2 and 3 of the autoregressive paper: what diagonal heads learn on commuting contexts.
#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include "io/figures/figures.hpp"
#include "io/figures/palette.hpp"
#include "io/figures/samples.hpp"

namespace icsweep {
namespace {

const std::vector<std::string> told{"dim", "length", "heads", "steps", "learning_rate"};

Selection unitary() {
  return {.task = "diagonal",
          .condition = "context = 'unitary' AND heads >= dim AND formula = 'corrected'",
          .needs = {{"context = unitary, heads >= dim", "1"}},
          .preferred = "dim = 10",
          .told = told,
          .seeds = "the least loss of"};
}

Selection orthogonal() {
  return {.task = "diagonal",
          .condition = "context = 'orthogonal' AND heads < dim",
          .needs = {{"context = orthogonal, heads < dim", "1"}},
          .preferred = "dim = 10 AND heads = 8",
          .told = told,
          .seeds = "the least loss of"};
}

/// P's last row and all entries right of the first super-diagonal meet no loss: they are left blank.
Matrix used_part(Matrix p) {
  p.rows = std::max(0, p.rows - 1);
  p.values.resize(std::size_t(p.rows * p.columns));
  for (int row = 0; row < p.rows; ++row)
    for (int token = row + 2; token < p.columns; ++token)
      p.values[std::size_t(row * p.columns + token)] = std::numeric_limits<double>::quiet_NaN();
  return p;
}

/// The seed of the least loss: of 10 orthogonal ones a few end in a local minimum.
long best_experiment(const SqlDatabase& database, const Chosen& chosen) {
  return first_experiment(database, {chosen}, "final_loss");
}

void add_row(const SqlDatabase& database, const Chosen& chosen, const std::string& context, Plot& plot) {
  if (chosen.empty()) return;
  const long e = best_experiment(database, chosen);
  const auto add = [&](const std::string& name, Matrix m) {
    plot.panels.push_back(
        {.kind = PanelKind::matrix, .title = fmt::format("{}: {}", context, name), .matrix = std::move(m)});
  };
  add("A", matrix_of(database, chosen, "A", "head", "coordinate", e));
  add("B", matrix_of(database, chosen, "B", "head", "output", e));
  add("BᵀA", matrix_of(database, chosen, "C", "output", "coordinate", e));
  add("P", used_part(matrix_of(database, chosen, "P", "row", "token", e)));
}

Plot draw_matrices(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  Plot plot{.columns = 4};
  add_row(database, chosen[0], "unitary", plot);
  add_row(database, chosen[1], "orthogonal", plot);
  return plot;
}

using Complex = std::complex<double>;

Series arrows(const std::string& label, const std::string& colour, const std::vector<Complex>& points) {
  Series s{.label = label, .colour = colour, .style = Style::arrows};
  for (const Complex& z : points) s.x.push_back(z.real()), s.y.push_back(z.imag());
  return s;
}

Series dots(const std::string& label, const std::string& colour, Style style, const std::vector<Complex>& points) {
  Series s = arrows(label, colour, points);
  s.style = style;
  return s;
}

Series unit_circle() {
  Series s{.colour = pale_grey, .style = Style::guide};
  for (int i = 0; i <= 120; ++i) {
    s.x.push_back(std::cos(i * std::numbers::pi / 60));
    s.y.push_back(std::sin(i * std::numbers::pi / 60));
  }
  return s;
}

/// What the trained layer adds for the last two tokens of a pair of coordinates that turns by theta a step, from
/// s_{T-1} = 1: Lemma 2 with C's entries of the pair (i, i + 1).
struct Layer {
  Matrix c, p;

  Panel panel(double degrees) const {
    const int last = p.rows - 2, T = p.columns - 1;  // the last used row, and its token T counted from 0
    const double now = p.values[std::size_t(last * p.columns + T)],
                 before = p.values[std::size_t(last * p.columns + T - 1)];
    const Complex one = 1, turn = std::polar(1.0, degrees * std::numbers::pi / 180);
    Panel panel{.title = fmt::format("θ = {:g}°", degrees)};
    panel.equal_scales = true;
    panel.series.push_back(unit_circle());
    panel.series.push_back(dots("sₜ₋₁ and sₜ", black, Style::points, {one, turn}));
    std::vector<Complex> ends;
    for (int i = 0; i + 1 < c.rows; i += 2) {
      const double own = c.values[std::size_t(i * c.columns + i)], other = c.values[std::size_t(i * c.columns + i + 1)];
      const Complex first = now * (own * turn + other * std::conj(turn)) * turn, second = before * (own + other) * one;
      if (i == 0) {
        panel.series.push_back(arrows("of sₜ: 2cos θ R(θ) sₜ₋₁", colour_of_kind(0), {0, first}));
        panel.series.push_back(arrows("of sₜ₋₁: −sₜ₋₁", colour_of_kind(2), {first, first + second}));
      }
      ends.push_back(first + second);
    }
    panel.series.push_back(dots("their sum, for each pair", colour_of_kind(4), Style::points, ends));
    panel.series.push_back(dots("sₜ₊₁ = R(2θ) sₜ₋₁", colour_of_kind(1), Style::crosses, {turn * turn}));
    return panel;
  }
};

Plot draw_trigonometry(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  const long e = best_experiment(database, chosen[0]);
  const Layer layer{matrix_of(database, chosen[0], "C", "output", "coordinate", e),
                    matrix_of(database, chosen[0], "P", "row", "token", e)};
  Plot plot{.columns = 3};
  for (const double degrees : {25.0, 50.0, 110.0}) plot.panels.push_back(layer.panel(degrees));
  return plot;
}

}  // namespace

Figure fig2() {
  return {"fig2",
          "Figure 2: 2cos θ R(θ) − I = R(2θ), by a trained layer",
          {"fig3.toml"},
          {orthogonal()},
          draw_trigonometry};
}

Figure fig3() {
  return {"fig3",
          "Figure 3: trained matrices on commuting contexts",
          {"fig3.toml"},
          {unitary(), orthogonal()},
          draw_matrices};
}

}  // namespace icsweep
