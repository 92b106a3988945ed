// The papers' figures, each with what it needs of a store. A new one is a function in a file of its own and a line in
// figures.cpp.
#pragma once

#include <functional>

#include "io/figures/choice.hpp"
#include "io/figures/plot.hpp"

namespace icsweep {

struct Figure {
  std::string name;                 ///< as the sweep file's that makes it, mostly: "covariates-fig2a"
  std::string title;                ///< "Figure 5: linear attention by depth"
  std::vector<std::string> sweeps;  ///< files in jobs/sweeps that make its experiments
  std::vector<Selection> selections;
  /// Panels without data may be among the plot's: they are left out. One Chosen a selection, in their order.
  std::function<Plot(const SqlDatabase&, const std::vector<Chosen>&)> draw;
};

/// All, in the papers' order.
const std::vector<Figure>& all_figures();

/// Throws Error(config) with the nearest name.
const Figure& find_figure(const std::string& name);

/// "fig5": what to run for it, as `icsweep run` knows it.
std::string sweep_names(const Figure& figure);

/// What a store holds for a figure.
struct Holding {
  std::vector<Chosen> chosen;
  std::vector<std::string> missing;  ///< "augmented with depth = 5, depth = 6"; empty: it can be drawn
  bool some = false;                 ///< some of it can
};
Holding holding(const SqlDatabase& database, const Figure& figure, const std::string& where = "");

/// The picture of what is there, with a caption of settings and seeds.
Plot plot_of(const SqlDatabase& database, const Figure& figure, const Holding& holding);

}  // namespace icsweep
