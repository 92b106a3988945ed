#include "engine/sweep/overrides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "engine/sweep/points.hpp"
#include "io/sweep_file/sweep_file.hpp"

namespace icsweep {
namespace {

void replace(Grid& grid, const Axis& axis) {
  std::erase_if(grid.derived, [&](const auto& formula) { return formula.name == axis.name; });
  const auto found =
      std::find_if(grid.axes.begin(), grid.axes.end(), [&](const auto& a) { return a.name == axis.name; });
  if (found == grid.axes.end()) grid.axes.push_back(axis);
  else {
    const std::string when = axis.when.empty() ? found->when : axis.when;
    *found = axis;
    found->when = when;
  }
  grid.is_changed = true;
  const bool draws = std::any_of(grid.axes.begin(), grid.axes.end(), [](const auto& a) { return a.draw.has_value(); });
  if (!draws) grid.sample.reset();
}

/// True if the grid can give the parameter values: its task has it, and a parameter that only some grids have is the
/// grid's.
bool takes(const Grid& grid, const Schema& schema, const std::string& name) {
  const Parameter* parameter = schema.find(name);
  return parameter && (!parameter->optional || std::ranges::count(grid.axes, name, &Axis::name) > 0 ||
                       std::ranges::count(grid.derived, name, &Formula::name) > 0);
}

/// The error "has no scale …" with the names of the scales it has.
Error unknown_scale(const Sweep& sweep, const std::string& name) {
  std::set<std::string> known;
  for (const auto& grid : sweep.grids)
    for (const auto& s : grid.scales) known.insert(s.name);
  const std::string has =
      known.empty() ? "it has none, leave --scale out" : fmt::format("it has: {}", fmt::join(known, ", "));
  return Error(ErrorKind::config, fmt::format("{}: has no scale \"{}\", {}", sweep.path, name, has));
}

/// The error for a parameter that no grid's task has.
Error unknown_parameter(const TaskRegistry& tasks, const Sweep& sweep, const std::string& name, const Place& place) {
  return sweep_error(place, fmt::format("no task of this sweep has a parameter \"{}\"{}", name,
                                        parameter_suggestion(name, schemas_of(tasks, sweep))));
}

}  // namespace

Sweep at_scale(const TaskRegistry& tasks, Sweep sweep, const std::string& name) {
  bool found = false;
  for (auto& grid : sweep.grids) {
    const Schema& schema = task_of(tasks, grid).schema();
    for (const auto& scale : grid.scales)
      if (scale.name == name) {
        found = true;
        for (const auto& axis : scale.axes)
          if (takes(grid, schema, axis.name)) replace(grid, axis);
      }
  }
  if (!found) throw unknown_scale(sweep, name);
  if (const auto own = sweep.scale_searches.find(name); own != sweep.scale_searches.end())
    static_cast<SearchOfSweep&>(sweep) = own->second;
  return sweep;
}

Sweep with_setting(const TaskRegistry& tasks, Sweep sweep, const std::string& text) {
  const SetOption given = parse_assignment(text);
  bool known = false;
  for (auto& grid : sweep.grids) {
    if (given.settings) known = take_setting(given.name, *given.settings, grid.settings);
    else if (given.sample && grid.sample) grid.sample = given.sample, known = true;
    else if (given.axis && takes(grid, task_of(tasks, grid).schema(), given.name))
      replace(grid, *given.axis), known = true;
  }
  if (known) return sweep;
  if (given.sample) throw Error(ErrorKind::config, fmt::format("--set {}: no grid of this sweep has a sample", text));
  throw unknown_parameter(tasks, sweep, given.name, {"--set " + text});
}

void check_scales(const TaskRegistry& tasks, const Sweep& sweep) {
  using Mark = std::tuple<std::string, int, std::string>;  // file, line and name of a common axis
  std::map<Mark, const Axis*> unknown;                     // axes whose parameter no task has had so far
  std::set<Mark> known;
  for (const auto& grid : sweep.grids)
    for (const auto& scale : grid.scales)
      for (const auto& axis : scale.axes) {
        const Schema& schema = task_of(tasks, grid).schema();
        const Mark mark(axis.place.path, axis.place.line, axis.name);
        if (!scale.common || schema.find(axis.name)) check_axis(schema, axis), known.insert(mark);
        else unknown.emplace(mark, &axis);
      }
  for (const auto& [mark, axis] : unknown)
    if (!known.contains(mark)) throw unknown_parameter(tasks, sweep, axis->name, axis->place);
}

}  // namespace icsweep
