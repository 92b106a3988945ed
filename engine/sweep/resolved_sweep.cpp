#include "engine/sweep/resolved_sweep.hpp"

#include <algorithm>
#include <set>

#include "engine/sweep/code_of_sweep.hpp"
#include "engine/sweep/overrides.hpp"
#include "engine/sweep/sweep_files.hpp"
#include "io/sweep_file/sweep_file.hpp"

namespace icsweep {
namespace {

/// The grid with values of all parameters of its task.
Grid with_defaults(const TaskRegistry& tasks, Grid grid) {
  const Task* task = tasks.get(grid.task);
  if (!task) return grid;
  std::set<std::string> given;
  for (const auto& axis : grid.axes) given.insert(axis.name);
  for (const auto& formula : grid.derived) given.insert(formula.name);
  std::vector<Axis> left;
  for (const auto& p : task->schema().parameters)
    if (!given.contains(p.name) && !p.optional) left.push_back({p.name, {p.default_value}, {}, grid.place});
  grid.axes.insert(grid.axes.begin(), left.begin(), left.end());
  return grid;
}

std::string text_of(const TaskRegistry& tasks, Sweep sweep) {
  for (auto& grid : sweep.grids) grid = with_defaults(tasks, std::move(grid));
  std::string text = canonical_text(sweep);
  return text.size() <= ResolvedSweep::longest_text ? text : "";
}

}  // namespace

std::string SweepSource::label() const {
  std::string text = path;
  if (!scale.empty()) text += " --scale " + scale;
  for (const auto& assignment : set) text += " --set " + assignment;
  for (const auto& rule : only) text += " --only '" + rule + "'";
  if (allow_code) text += " --allow-code";
  return text;
}

ResolvedSweep::ResolvedSweep(Sweep sweep, TaskRegistry tasks, std::vector<std::string> only, std::string label)
    : sweep_(std::move(sweep)),
      tasks_(std::move(tasks)),
      only_(std::move(only)),
      label_(std::move(label)),
      text_(text_of(tasks_, sweep_)) {}

ResolvedSweep resolve(const TaskRegistry& known, const SweepSource& source) {
  Sweep sweep = read_sweep_file(sweep_file_of(source.path));
  CodeOfSweep code(known, sweep);
  if (!source.allow_code) code.refuse();
  if (!source.scale.empty()) sweep = at_scale(code.tasks(), std::move(sweep), source.scale);
  for (const auto& assignment : source.set) sweep = with_setting(code.tasks(), std::move(sweep), assignment);
  code.inspect(sweep);
  return {std::move(sweep), code.tasks(), source.only, source.label()};
}

ResolvedSweep rebuilt(const std::string& text, const TaskRegistry& tasks) {
  return {parse_stored_sweep(text), tasks};
}

std::string joined(const std::string& first, const std::string& second) {
  if (first == second) return first;
  if (first.empty() || second.empty()) return "";
  Sweep all = parse_stored_sweep(first);
  const Sweep other = parse_stored_sweep(second);
  if (all.search || all.rounds || other.search || other.rounds) return "";
  const auto text = [](const Grid& grid) {
    Sweep one;
    one.grids = {grid};
    return canonical_text(one);
  };
  std::set<std::string> seen;
  for (const auto& grid : all.grids) seen.insert(text(grid));
  all.name = other.name;
  std::ranges::copy_if(other.grids, std::back_inserter(all.grids),
                       [&](const Grid& grid) { return seen.insert(text(grid)).second; });
  return text_of(TaskRegistry(), std::move(all));
}

}  // namespace icsweep
