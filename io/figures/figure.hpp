// A figure of a paper, and the experiments that it needs of a store. Each figure is a function in io/figures/papers
// with a line in figures.def (docs/guides/extending.md has the steps).
#pragma once

#include <functional>

#include "io/figures/choice.hpp"
#include "io/figures/plot.hpp"

namespace icsweep {

struct Figure {
  std::string name;                 ///< mostly that of the sweep file: "covariates-fig2a"
  std::string title;                ///< "Figure 5: linear attention by depth"
  std::vector<std::string> sweeps;  ///< files in jobs/sweeps that make its experiments
  std::vector<Selection> selections;
  /// Draws the plot; panels without data are left out of it afterwards. Gets one Chosen a selection, in their order.
  std::function<Plot(const SqlDatabase&, const std::vector<Chosen>&)> draw;
};

/// All figures, in the papers' order.
const std::vector<Figure>& all_figures();

/// The figure of that name. Throws Error(config) with the nearest name if there is none.
const Figure& find_figure(const std::string& name);

/// The sweeps that the figure needs, by the names that `icsweep run` knows: "fig5".
std::string sweep_names(const Figure& figure);

/// The part of a figure's experiments that a store holds.
struct Holding {
  std::vector<Chosen> chosen;
  std::vector<std::string> missing;  ///< "augmented with depth = 5, depth = 6"; empty: all of the figure can be drawn
  bool some = false;                 ///< whether some of the figure can be drawn
};
Holding holding(const SqlDatabase& database, const Figure& figure, const Asked& asked = {});

/// The plot of the experiments that are there, with a caption of settings and seeds.
Plot plot_of(const SqlDatabase& database, const Figure& figure, const Holding& holding);

/// One function per figure, in io/figures/papers.
#define FIGURE(name) Figure name();
#include "io/figures/figures.def"
#undef FIGURE

}  // namespace icsweep
