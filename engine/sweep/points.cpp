#include "engine/sweep/points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <list>
#include <functional>
#include <map>
#include <set>

#include "engine/sweep/draws.hpp"
#include "io/base/decimal.hpp"
#include "io/base/phrases.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

constexpr double max_drawn = 1e7;  // values of a sample: points × drawn parameters

const Parameter& parameter_of(const Schema& schema, const std::string& name, const Place& place) {
  const Parameter* parameter = schema.find(name);
  if (parameter) return *parameter;
  throw sweep_error(place, fmt::format("task {} has no parameter \"{}\"{}", schema.task, name,
                                       parameter_suggestion(name, {&schema})));
}

/// Number of the group of each parameter. The parameters of a group change together: those of one zip, and all drawn
/// ones.
std::map<std::string, std::size_t> groups_of(const Grid& grid, const std::vector<Axis>& axes) {
  std::vector<std::string> known;
  std::map<std::string, std::size_t> groups;
  for (const auto& axis : axes) known.push_back(axis.name);
  for (std::size_t g = 0; g < grid.zip.size(); ++g)
    for (const auto& name : grid.zip[g]) {
      if (std::find(known.begin(), known.end(), name) == known.end())
        throw sweep_error(grid.zip_place, fmt::format("zip names {}, but the grid gives it no values{}", name,
                                                      suggestion(name, known)));
      if (!groups.emplace(name, g).second) throw sweep_error(grid.zip_place, fmt::format("zip ties {} twice", name));
    }
  for (const auto& axis : axes)
    if (axis.draw && !groups.emplace(axis.name, grid.zip.size()).second)
      throw sweep_error(grid.zip_place, fmt::format("zip ties {}, which is drawn", axis.name));
  return groups;
}

void check_sample(const Grid& grid) {
  const auto axis = std::find_if(grid.axes.begin(), grid.axes.end(), [](const Axis& a) { return a.draw; });
  if (!grid.sample && axis != grid.axes.end())
    throw sweep_error(axis->place,
                      fmt::format("{} is drawn: say how many points, sample = {{ count = 100 }}", axis->name));
  const auto drawn = std::count_if(grid.axes.begin(), grid.axes.end(), [](const Axis& a) { return a.draw; });
  if (grid.sample && double(grid.sample->count) * double(drawn) > max_drawn)
    throw sweep_error(grid.sample->place,
                      fmt::format("{} points of {} drawn parameters are more than {:.0e} values; split the sample",
                                  grid.sample->count, drawn, max_drawn));
  if (grid.sample && axis == grid.axes.end())
    throw sweep_error(grid.sample->place, "sample draws nothing, give a parameter " + draw_laws_text());
}

/// Checks a text that may name a file. The sweep file may come from somebody else, so it must be a path below the
/// current folder. Values of the command line are the user's own.
void expect_below(const Parameter& parameter, const Place& place, const Value& value) {
  if (!may_name_file(parameter) || place.line == 0 || type_of(value) != ValueType::text) return;
  const std::string& path = std::get<std::string>(value);
  if (leads_out(path))
    throw Error(ErrorKind::config,
                fmt::format("{0} = {1}: leaves the current folder, link the file into it or use --set {0}={1}",
                            parameter.name, path));
}

}  // namespace

bool may_name_file(const Parameter& parameter) {
  return parameter.type() == ValueType::text && parameter.choices.empty();
}

const Task& task_of(const TaskRegistry& tasks, const Grid& grid) {
  return *located(grid.place, "", [&] { return &tasks.find(grid.task); });
}

std::vector<const Schema*> schemas_of(const TaskRegistry& tasks, const Sweep& sweep) {
  std::vector<const Schema*> all;
  for (const auto& grid : sweep.grids) all.push_back(&task_of(tasks, grid).schema());
  return all;
}

Axis check_axis(const Schema& schema, Axis axis, bool closed) {
  const Parameter& parameter = parameter_of(schema, axis.name, axis.place);
  for (auto& value : axis.values) value = located(axis.place, "", [&] { return checked(parameter, value); });
  if (axis.draw) check_draw(parameter, axis);
  if (closed) return axis;
  located(axis.place, "", [&] {
    for (const auto& value : axis.draw ? axis.draw->values : axis.values) expect_below(parameter, axis.place, value);
  });
  return axis;
}

Points::Points(const TaskRegistry& tasks, const Grid& grid)
    : task_(&task_of(tasks, grid)), from_store_(grid.from_store) {
  const Schema& schema = task_->schema();
  check_sample(grid);
  for (const auto& axis : grid.axes) axes_.push_back(check_axis(schema, axis, grid.from_store));
  if (grid.sample) draw_values(axes_, schema, *grid.sample);
  const auto groups = groups_of(grid, axes_);
  std::map<std::size_t, std::size_t> wheel_of;  // by group
  for (const auto& axis : axes_) {
    const auto group = groups.find(axis.name);
    const bool alone = group == groups.end();
    if (alone || wheel_of.emplace(group->second, wheels_.size()).second) wheels_.emplace_back();
    turn_with(alone ? wheels_.back() : wheels_[wheel_of.at(group->second)], axis);
  }
  add_derived(grid);
}

Points::Derived Points::derived(const Formula& formula) const {
  const Schema& schema = task_->schema();
  const Parameter& parameter = parameter_of(schema, formula.name, formula.place);
  if (std::any_of(axes_.begin(), axes_.end(), [&](const Axis& a) { return a.name == formula.name; }))
    throw sweep_error(formula.place, fmt::format("{} is given values and derived, keep one", formula.name));
  auto value = located(formula.place, formula.name + " in derive: ", [&]() -> std::variant<Expression, TextFormula> {
    if (parameter.type() == ValueType::text) return TextFormula(schema, formula.text);
    return Expression(schema, formula.text);
  });
  return {&parameter, formula, fmt::format("{} = \"{}\" in derive: ", formula.name, formula.text), std::move(value)};
}

/// Orders the formulas so that each comes after those that it depends on.
void Points::add_derived(const Grid& grid) {
  std::list<Derived> waiting;  // a list, since a formula cannot be assigned
  for (const auto& formula : grid.derived) waiting.push_back(derived(formula));
  const auto waits_for = [&](const Derived& d, const std::string& name) {
    return name != d.formula.name &&
           std::any_of(waiting.begin(), waiting.end(), [&](const Derived& w) { return w.formula.name == name; });
  };
  while (!waiting.empty()) {
    const auto ready = std::find_if(waiting.begin(), waiting.end(), [&](const Derived& d) {
      const auto names = d.names();
      return std::none_of(names.begin(), names.end(), [&](const auto& name) { return waits_for(d, name); });
    });
    const Derived& stuck = ready == waiting.end() ? waiting.front() : *ready;
    for (const auto& name : stuck.names())
      if (name == stuck.formula.name)
        throw sweep_error(stuck.formula.place, fmt::format("{} is derived from itself", name));
    if (ready == waiting.end())
      throw sweep_error(
          stuck.formula.place,
          fmt::format("{} is derived from what is derived from it, give one of them values", stuck.formula.name));
    derived_.push_back(std::move(*ready));
    waiting.erase(ready);
  }
}

void Points::turn_with(Wheel& wheel, const Axis& axis) {
  const std::size_t size = axis.values.size();
  if (size > 1 && wheel.size > 1 && size != wheel.size) {
    const auto longest = std::find_if(wheel.axes.begin(), wheel.axes.end(),
                                      [&](const Axis* other) { return other->values.size() == wheel.size; });
    throw sweep_error(axis.place, fmt::format("{} has {} values and {}, tied to it by zip, {}: give both the same "
                                              "number, or one value",
                                              axis.name, size, (*longest)->name, wheel.size));
  }
  wheel.size = std::max(wheel.size, size);
  wheel.axes.push_back(&axis);
}

double Points::count() const {
  double points = 1;
  for (const auto& wheel : wheels_) points *= double(wheel.size);
  return points;
}

std::vector<std::string> Points::left_out() const {
  std::vector<std::string> names;
  for (const auto& p : task_->schema().parameters) {
    if (p.hashes) continue;
    const bool given = std::any_of(axes_.begin(), axes_.end(), [&](const auto& a) { return a.name == p.name; }) ||
                       std::any_of(derived_.begin(), derived_.end(), [&](const auto& d) { return d.parameter == &p; });
    if (!given) names.push_back(p.name);
  }
  return names;
}

std::vector<std::string> Points::Derived::names() const {
  return std::visit([](const auto& v) { return v.names(); }, value);
}

Value Points::Derived::at(const Config& config) {
  if (auto* text = std::get_if<TextFormula>(&value)) return text->value(config);
  const double number = std::get<Expression>(value).value(config);
  const bool whole = std::abs(number) < 9e15 && std::abs(number - std::round(number)) <= 1e-9 * std::abs(number);
  if (parameter->type() == ValueType::integer && whole) return std::int64_t(std::llround(number));
  return decimal(number);
}

void Points::derive(Config& config) {
  for (auto& d : derived_) {
    located(d.formula.place, d.about, [&] {
      const Value value = checked(*d.parameter, d.at(config));
      if (!from_store_) expect_below(*d.parameter, d.formula.place, value);
      config.set(d.formula.name, value);
    });
  }
}

void Points::turn(const Wheel& wheel, std::size_t position, Config& config) const {
  for (const Axis* axis : wheel.axes) config.set(axis->name, axis->values[std::min(position, axis->values.size() - 1)]);
}

Config Points::first() {
  Config config = default_config(task_->schema());
  for (const Wheel& wheel : wheels_) turn(wheel, 0, config);
  derive(config);
  return config;
}

void Points::for_each(const std::function<void(const Config&)>& f) {
  Config config = first();
  std::vector<std::size_t> at(wheels_.size(), 0);
  for (bool more = true; more;) {
    f(config);
    more = false;
    for (std::size_t w = at.size(); w-- > 0 && !more;) {
      more = ++at[w] < wheels_[w].size;
      if (!more) at[w] = 0;
      turn(wheels_[w], at[w], config);
    }
    if (more) derive(config);
  }
}

std::string parameter_suggestion(const std::string& name, const std::vector<const Schema*>& schemas) {
  std::vector<std::string> known;
  for (const Schema* schema : schemas)
    for (const auto& p : schema->parameters) known.push_back(p.name);
  return suggestion(name, known,
                    schemas.size() == 1 ? "icsweep tasks " + schemas[0]->task + " lists them"
                                        : "icsweep tasks TASK lists those of a task");
}

}  // namespace icsweep
