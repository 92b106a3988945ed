// The draws of one grid, each as the experiments that it gives.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/sweep/expression.hpp"
#include "engine/sweep/grid.hpp"

namespace icsweep {

/// Values of a draw, in the order of the grid's drawn parameters.
class DrawnPoints {
 public:
  /// The grid must outlive this. Throws Error(config) for a condition that cannot be read.
  DrawnPoints(const TaskRegistry& tasks, const Grid& grid);

  /// Those of the grid with this draw alone. Throws as experiments_of().
  std::vector<Experiment> experiments(const std::vector<Value>& values) const;
  /// By drawn parameter, whether the experiments have it: one with a condition if that holds in one of them. All, if
  /// the task refuses the draw.
  std::vector<bool> active(const std::vector<Value>& values) const;
  /// True if the grid has an experiment of it, and its task takes all.
  bool is_allowed(const std::vector<Value>& values) const;
  bool has_conditions() const { return !conditions_.empty(); }

 private:
  const TaskRegistry& tasks_;
  const Grid& grid_;
  std::vector<std::string> drawn_;
  mutable std::vector<std::pair<std::size_t, Expression>> conditions_;  // by drawn axis; an evaluation sets variables
};

}  // namespace icsweep
