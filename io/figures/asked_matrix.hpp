// A heat map that a user asks for: one result over two parameters.
#pragma once

#include "io/figures/asked_plot.hpp"

namespace icsweep {

/// A cell for each value of `across` and of `down` in the chosen experiments, upwards in `down`: the mean over seeds.
Plot asked_matrix(const SqlDatabase& database, const PlotQuestion& question, const Chosen& chosen);

}  // namespace icsweep
