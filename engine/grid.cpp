#include "engine/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

#include "io/nearest.hpp"

namespace icsweep {
namespace {

constexpr double most_points = 1e6;  // of all grids: a point takes some kilobytes until it is done

/// The nearest name of the schemas' parameters.
std::string nearest_parameter(const std::string& name, const std::vector<const Schema*>& schemas) {
  std::vector<std::string> known;
  for (const Schema* schema : schemas)
    for (const auto& p : schema->parameters) known.push_back(p.name);
  return nearest(name, known);
}

/// Runs f and puts FILE:LINE before what it throws.
template <class F>
auto located(const Sweep& sweep, int line, F&& f) {
  try {
    return f();
  } catch (const Error& e) {
    throw sweep_error(sweep.path, line, e.what());
  }
}

/// A grid whose axes are checked against its task.
struct CheckedGrid {
  const Task* task;
  std::vector<Axis> axes;
  int line;
};

const Task& task_of(const Sweep& sweep, const Grid& grid) {
  return *located(sweep, grid.line, [&] { return &find_task(grid.task); });
}

/// The axis with its values in the parameter's type.
Axis check(const Sweep& sweep, const Schema& schema, Axis axis) {
  const Parameter* parameter = schema.find(axis.name);
  if (!parameter)
    throw sweep_error(sweep.path, axis.line,
                      fmt::format("task {} has no parameter \"{}\", did you mean {}?", schema.task, axis.name,
                                  nearest_parameter(axis.name, {&schema})));
  for (auto& value : axis.values) value = located(sweep, axis.line, [&] { return checked(*parameter, value); });
  return axis;
}

CheckedGrid check(const Sweep& sweep, const Grid& grid) {
  CheckedGrid checked_grid{&task_of(sweep, grid), {}, grid.line};
  const Schema& schema = checked_grid.task->schema();
  for (const auto& axis : grid.axes) checked_grid.axes.push_back(check(sweep, schema, axis));
  for (const auto& scale : grid.scales)
    for (const auto& axis : scale.axes) check(sweep, schema, axis);
  return checked_grid;
}

/// The file's scales: each parameter is known to some grid's task, and its values suit every task that has it.
void check_scales(const Sweep& sweep) {
  std::vector<const Schema*> schemas;
  for (const auto& grid : sweep.grids) schemas.push_back(&task_of(sweep, grid).schema());
  for (const auto& scale : sweep.scales)
    for (const auto& axis : scale.axes) {
      bool known = false;
      for (const Schema* schema : schemas)
        if (schema->find(axis.name)) check(sweep, *schema, axis), known = true;
      if (!known)
        throw sweep_error(sweep.path, axis.line,
                          fmt::format("no task of this file has a parameter \"{}\", did you mean {}?", axis.name,
                                      nearest_parameter(axis.name, schemas)));
    }
}

const Scale* find(const std::vector<Scale>& scales, const std::string& name) {
  const auto found = std::find_if(scales.begin(), scales.end(), [&](const auto& s) { return s.name == name; });
  return found == scales.end() ? nullptr : &*found;
}

void replace(std::vector<Axis>& axes, const Axis& axis) {
  const auto found = std::find_if(axes.begin(), axes.end(), [&](const auto& a) { return a.name == axis.name; });
  if (found == axes.end()) axes.push_back(axis);
  else *found = axis;
}

/// "has no scale …" with the names of those it has.
Error unknown_scale(const Sweep& sweep, const std::string& name) {
  std::set<std::string> known;
  for (const auto& s : sweep.scales) known.insert(s.name);
  for (const auto& grid : sweep.grids)
    for (const auto& s : grid.scales) known.insert(s.name);
  const std::string has =
      known.empty() ? "it has none, leave --scale out" : fmt::format("it has: {}", fmt::join(known, ", "));
  return Error(ErrorKind::config, fmt::format("{}: has no scale \"{}\", {}", sweep.path, name, has));
}

double points_of(const CheckedGrid& grid) {
  double points = 1;
  for (const auto& axis : grid.axes) points *= double(axis.values.size());
  return points;
}

/// Calls f(config) for every point of the product, the last axis fastest.
template <class F>
void for_each_point(const CheckedGrid& grid, F&& f) {
  Config config;
  for (const auto& p : grid.task->schema().parameters) config.set(p.name, p.standard);
  std::vector<std::size_t> at(grid.axes.size(), 0);
  for (bool more = true; more;) {
    for (std::size_t a = 0; a < at.size(); ++a) config.set(grid.axes[a].name, grid.axes[a].values[at[a]]);
    f(config);
    more = false;
    for (std::size_t a = at.size(); a-- > 0 && !more;) {
      more = ++at[a] < grid.axes[a].values.size();
      if (!more) at[a] = 0;
    }
  }
}

void label(std::vector<Experiment>& experiments) {
  std::map<const Task*, std::map<std::string, std::set<Value>>> seen;
  for (const auto& e : experiments)
    for (const auto& [name, value] : e.config.values()) seen[e.task][name].insert(value);
  for (auto& e : experiments) {
    std::vector<std::string> parts;
    for (const auto& p : e.task->schema().parameters)
      if (seen[e.task][p.name].size() > 1) parts.push_back(fmt::format("{}={}", p.name, to_text(e.config.at(p.name))));
    e.label = fmt::format("{}", fmt::join(parts, " "));
  }
}

}  // namespace

Sweep at_scale(Sweep sweep, const std::string& name) {
  const Scale* common = find(sweep.scales, name);
  bool found = common;
  for (auto& grid : sweep.grids) {
    const Schema& schema = task_of(sweep, grid).schema();
    if (common)
      for (const auto& axis : common->axes)
        if (schema.find(axis.name)) replace(grid.axes, axis);
    if (const Scale* own = find(grid.scales, name)) {
      for (const auto& axis : own->axes) replace(grid.axes, axis);
      found = true;
    }
  }
  if (!found) throw unknown_scale(sweep, name);
  return sweep;
}

Expansion expand(const Sweep& sweep) {
  check_scales(sweep);
  Expansion result;
  std::unordered_set<std::string> known;
  double points = 0;
  for (const auto& grid : sweep.grids) {
    const CheckedGrid checked_grid = check(sweep, grid);
    points += points_of(checked_grid);
    if (points > most_points)
      throw sweep_error(
          sweep.path, grid.line,
          fmt::format("the sweep has {:.3g} points up to here, more than {:.0e}; split it", points, most_points));
    for_each_point(checked_grid, [&](const Config& config) {
      located(sweep, grid.line, [&] { checked_grid.task->validate(config); });
      std::string id = identity(checked_grid.task->schema(), config);
      if (known.insert(id).second) result.experiments.push_back({checked_grid.task, config, std::move(id), ""});
      else ++result.repeated;
    });
  }
  label(result.experiments);
  return result;
}

}  // namespace icsweep
