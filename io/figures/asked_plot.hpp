// A plot that a user asks for: one result against a parameter or along its dimension.
#pragma once

#include "io/figures/figure.hpp"

namespace icsweep {

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

}  // namespace icsweep
