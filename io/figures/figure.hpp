// A figure of a paper, and the experiments that it needs from a store. Each figure is a function in io/figures/papers
// with a line in figures.def (docs/guides/extending.md has the steps).
#pragma once

#include <functional>

#include "io/figures/choice.hpp"
#include "io/figures/plot.hpp"

namespace icsweep {

struct Figure {
  std::string name;                 ///< usually that of the sweep file: "covariates-fig2a"
  std::string title;                ///< "Figure 5: linear attention by depth"
  std::vector<std::string> sweeps;  ///< files in jobs/sweeps with its experiments
  std::vector<Selection> selections;
  /// Draws the plot from one Chosen per selection, in their order. Panels without data are removed afterwards.
  std::function<Plot(const SqlDatabase&, const std::vector<Chosen>&)> draw;
};

/// All figures, in the papers' order.
const std::vector<Figure>& all_figures();

/// The figure with that name. Throws Error(config) with the nearest name if it does not exist.
const Figure& find_figure(const std::string& name);

/// The names of the sweeps that the figure needs, as `icsweep run` takes them: "fig5".
std::string sweep_names(const Figure& figure);

/// The part of a figure's experiments that a store contains.
struct Holding {
  std::vector<Chosen> chosen;
  std::vector<std::string> missing;  ///< "augmented with depth = 5, depth = 6"; empty: complete
  bool some = false;                 ///< true if a part of the figure can be drawn
};
Holding holding(const SqlDatabase& database, const Figure& figure, const Asked& asked = {});

/// The plot of the available experiments, with settings and seeds in the caption.
Plot plot_of(const SqlDatabase& database, const Figure& figure, const Holding& holding);

/// One function per figure, in io/figures/papers.
#define FIGURE(name) Figure name();
#include "io/figures/figures.def"
#undef FIGURE

}  // namespace icsweep
