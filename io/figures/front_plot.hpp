// Two results of which both should be good: the settings that no other setting beats in both.
#pragma once

#include "io/figures/asked_plot.hpp"

namespace icsweep {

/// A point.
struct FrontPoint {
  double a, b;
};

/// Numbers of the points that none is at least as good as in both and better in one, by ascending a. Smaller is better.
/// Of equal points the first is taken; NaN is no point.
std::vector<std::size_t> pareto_front(const std::vector<FrontPoint>& points);

/// Each setting's means over seeds of `y` against `x`, the front as a staircase; a colour for each value of `by`. A
/// setting without both results of every planned seed is not on the front, unless all are such. The notes have the
/// settings of the front. Throws as asked_plot does.
Figure front_plot(const SqlDatabase& database, const PlotQuestion& question);

}  // namespace icsweep
