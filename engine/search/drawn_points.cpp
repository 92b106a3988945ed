#include "engine/search/drawn_points.hpp"

#include <algorithm>

#include "engine/sweep/points.hpp"

namespace icsweep {

DrawnPoints::DrawnPoints(const TaskRegistry& tasks, const Grid& grid) : tasks_(tasks), grid_(grid) {
  for (const Axis& axis : grid.axes) {
    if (!axis.draw) continue;
    if (!axis.when.empty())
      conditions_.emplace_back(drawn_.size(), Expression(task_of(tasks, grid).schema(), axis.when));
    drawn_.push_back(axis.name);
  }
}

std::vector<Experiment> DrawnPoints::experiments(const std::vector<Value>& values) const {
  Grid one = grid_;
  one.sample.reset();
  for (auto& axis : one.axes)
    if (const auto drawn = std::ranges::find(drawn_, axis.name); drawn != drawn_.end())
      axis.values = {values[std::size_t(drawn - drawn_.begin())]}, axis.draw.reset(), axis.proposed.clear();
  return experiments_of(tasks_, one);
}

std::vector<bool> DrawnPoints::active(const std::vector<Value>& values) const {
  std::vector<bool> has(values.size(), true);
  if (conditions_.empty()) return has;
  try {
    const auto all = experiments(values);
    for (auto& [a, condition] : conditions_)
      has[a] = std::ranges::any_of(all, [&one = condition](const Experiment& e) { return one.holds(e.config); });
  } catch (const Error& e) {
    if (e.kind() != ErrorKind::config) throw;
  }
  return has;
}

bool DrawnPoints::is_allowed(const std::vector<Value>& values) const {
  try {
    return !experiments(values).empty();
  } catch (const Error& e) {
    if (e.kind() != ErrorKind::config) throw;
    return false;
  }
}

}  // namespace icsweep
