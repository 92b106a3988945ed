// A plot that a user asks for: one result against a parameter or along its dimension.
#pragma once

#include "io/figures/figure.hpp"

namespace icsweep {

struct ImportanceAnswer;

struct PlotQuestion {
  std::string task, y;  ///< y: a scalar or a curve, or a column of numbers such as seconds
  std::string
      x{};  ///< a parameter or column of numbers; of a curve another curve over its dimension, empty: the dimension
  std::string down{};  ///< a second parameter makes a heat map of both; empty: none
  std::string by{};    ///< a line for each value of this parameter; empty: one line
  bool log_x = false, log_y = false;
  bool quartiles = false;  ///< median and quartiles over seeds in place of mean and interval
  Counting counting = Counting::planned;
  bool front = false;  ///< x and y are two results, of which the settings are drawn that no other beats in both
};

/// The figure that answers the question. Means over seeds have a 95 % interval; a heat map has means alone. Throws
/// Error(config) with the nearest name for a task or a column that the store does not have, and for an x of texts.
Figure asked_plot(const SqlDatabase& database, const PlotQuestion& question);

/// A cell for each value of `across` and of `down` in the chosen experiments, upwards in `down`: the mean over seeds.
Plot asked_matrix(const SqlDatabase& database, const PlotQuestion& question, const Chosen& chosen);

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

/// Bars of the shares with their standard errors: of the variance, main effects and the largest pairs; below, of the
/// best settings.
Plot importance_plot(const ImportanceAnswer& answer);

}  // namespace icsweep
