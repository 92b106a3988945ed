#include "engine/sweep/overrides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "engine/sweep/parameters.hpp"
#include "engine/sweep/points.hpp"

namespace icsweep {
namespace {

void replace(Grid& grid, const Axis& axis) {
  std::erase_if(grid.derived, [&](const auto& formula) { return formula.name == axis.name; });
  const auto found =
      std::find_if(grid.axes.begin(), grid.axes.end(), [&](const auto& a) { return a.name == axis.name; });
  if (found == grid.axes.end()) grid.axes.push_back(axis);
  else *found = axis;
  const bool draws = std::any_of(grid.axes.begin(), grid.axes.end(), [](const auto& a) { return a.draw.has_value(); });
  if (!draws) grid.sample.reset();
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

/// The error that no grid's task has the parameter.
Error unknown_parameter(const TaskRegistry& tasks, const Sweep& sweep, const std::string& name, const Place& place) {
  return sweep_error(place, fmt::format("no task of this sweep has a parameter \"{}\"{}", name,
                                        parameter_suggestion(name, schemas_of(tasks, sweep))));
}

/// Parses the assignment as a grid that has this axis or setting and nothing else.
Grid parse_assignment(const std::string& text) {
  const auto sign = text.find('=');
  if (sign == std::string::npos || sign == 0)
    throw Error(ErrorKind::config, fmt::format("--set {}: write PARAMETER=VALUE, such as --set depth=3", text));
  const std::string key = text.substr(0, sign);
  if (key.substr(0, key.find_last_not_of(" \t") + 1) == "task")
    throw Error(ErrorKind::config,
                fmt::format("--set {}: the task of a grid cannot be set, edit the sweep file", text));
  const std::string value = text.substr(sign + 1), place = "--set " + text;
  if (text.find_first_of("\n\r") != std::string::npos)
    throw Error(ErrorKind::config, "--set: one PARAMETER=VALUE on one line, give --set again for another");
  const auto parse = [&](const std::string& written) {
    try {
      return parse_sweep(fmt::format("[[grid]]\ntask = \"-\"\n{} = {}", key, written), place).grids.at(0);
    } catch (const Error& e) {
      const std::string what = e.what(), ours = place + ":3";  // the line numbers of our own text
      throw Error(ErrorKind::config, what.starts_with(ours) ? place + what.substr(ours.size()) : what);
    }
  };
  Grid grid;
  try {
    grid = parse(value);
  } catch (const Error&) {  // a text without quotes?
    if (value.empty() || value.find_first_of("\"'[]{}\\") != std::string::npos) throw;
    grid = parse('"' + value + '"');
  }
  for (auto& axis : grid.axes) axis.place = {"--set " + text};
  return grid;
}

/// Copies the setting of that name; false if there is none.
bool take_setting(const std::string& name, const Settings& from, Settings& to) {
  if (name == "time_limit") to.time_limit = from.time_limit;
  else if (name == "retries") to.retries = from.retries;
  else if (name == "keep_weights") to.keep_weights = from.keep_weights;
  else return false;
  return true;
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
          if (schema.find(axis.name)) replace(grid, axis);
      }
  }
  if (!found) throw unknown_scale(sweep, name);
  return sweep;
}

Sweep with_setting(const TaskRegistry& tasks, Sweep sweep, const std::string& text) {
  const Grid given = parse_assignment(text);
  if (given.sample) {
    bool draws = false;
    for (auto& grid : sweep.grids)
      if (grid.sample) grid.sample = given.sample, draws = true;
    if (!draws) throw Error(ErrorKind::config, fmt::format("--set {}: no grid of this sweep has a sample", text));
    return sweep;
  }
  if (given.axes.empty()) {
    const std::string name = text.substr(0, text.find_last_not_of(" \t", text.find('=') - 1) + 1);
    for (auto& grid : sweep.grids)
      if (!take_setting(name, given.settings, grid.settings))
        throw Error(ErrorKind::config,
                    fmt::format("--set {}: only parameters, sample, time_limit, retries and keep_weights "
                                "can be set; write it into the sweep file",
                                text));
    return sweep;
  }
  const Axis& axis = given.axes.at(0);
  bool known = false;
  for (auto& grid : sweep.grids)
    if (task_of(tasks, grid).schema().find(axis.name)) replace(grid, axis), known = true;
  if (!known) throw unknown_parameter(tasks, sweep, axis.name, axis.place);
  return sweep;
}

void check_scales(const TaskRegistry& tasks, const Sweep& sweep) {
  using Mark = std::tuple<std::string, int, std::string>;  // file, line and name of a common axis
  std::map<Mark, const Axis*> unknown;                     // axes that no task has had so far
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
