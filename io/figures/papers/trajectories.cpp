// Figure 1 of the autoregressive paper: sequences s_{t+1} = W s_t in space.
#include <fmt/format.h>

#include "io/figures/answers.hpp"
#include "io/figures/figure.hpp"
#include "io/figures/plot.hpp"
#include "io/figures/samples.hpp"
#include "io/figures/papers/shared_series.hpp"

namespace icsweep {
namespace {

Plot draw_trajectories(const SqlDatabase& database, const std::vector<Chosen>& chosen) {
  Panel p{.kind = PanelKind::space, .series = sphere()};
  const auto found = numbers(
      database,
      fmt::format("SELECT experiment, seed FROM trajectory_all WHERE {} ORDER BY seed LIMIT 2", chosen[0].condition));
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Matrix m = matrix_of(database, chosen[0], "sequence", "position", "coordinate", long(found[i][0]));
    Series s = path_of(m);
    s.label = fmt::format("W of seed {}", found[i][1]);
    s.colour = colour_of_kind(i);
    s.style = i == 0 ? Style::points : Style::crosses;
    p.series.push_back(std::move(s));
  }
  return {.panels = {p}};
}

}  // namespace

Figure fig1() {
  Selection s{.task = "trajectory",
              .condition = "context = 'haar' AND dim = 3",
              .about = "context = haar, dim = 3",
              .needs = {{"seed = 0", "seed = 0"}, {"seed = 1", "seed = 1"}},
              .preferred = {"length <= 50"},
              .in_caption = {"dim", "length"},
              .seeds = "the first two of"};
  return {"fig1", "Figure 1: sₜ₊₁ = W sₜ for two orthogonal W", {"fig1.toml"}, {s}, draw_trajectories};
}

}  // namespace icsweep
