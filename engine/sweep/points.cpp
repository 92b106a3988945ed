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
#include "io/store/parameter_cell.hpp"

namespace icsweep {
namespace {

constexpr double max_drawn = 1e7;  // values of a sample: points × drawn parameters

const Parameter& parameter_of(const Schema& schema, const std::string& name, const Place& place) {
  const Parameter* parameter = schema.find(name);
  if (parameter) return *parameter;
  throw sweep_error(place, fmt::format("task {} has no parameter \"{}\"{}", schema.task, name,
                                       parameter_suggestion(name, {&schema})));
}

const Parameter& parameter_of(const Schema& schema, const Axis& axis) {
  return schema.find(axis.name) ? *schema.find(axis.name) : parameter_of(schema, axis.written(), axis.place);
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
  const Parameter& parameter = parameter_of(schema, axis);
  const auto take = [&](Value& value) {
    value = checked(parameter, value);
    if (parameter.own) expect_no_mark(parameter, value);
  };
  located(axis.place, "", [&] { std::ranges::for_each(axis.values, take); });
  if (axis.draw) check_draw(parameter, axis);
  if (axis.draw && axis.draw->law == Draw::Law::choice) std::ranges::for_each(axis.draw->values, take);
  if (closed) return axis;
  located(axis.place, "", [&] {
    for (const auto& value : axis.draw ? axis.draw->values : axis.values) expect_below(parameter, axis.place, value);
  });
  return axis;
}

Points::Points(const TaskRegistry& tasks, const Grid& grid)
    : task_(&task_of(tasks, grid)), from_store_(grid.from_store), defaults_(default_config(task_->schema())) {
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

Points::Derived Points::condition(const Axis& axis) const {
  const Formula formula{axis.name, axis.when, axis.place};
  const std::string about = fmt::format("when of {}: ", axis.written());
  auto value = located(axis.place, about, [&] { return Expression(task_->schema(), axis.when); });
  return {task_->schema().find(axis.name), formula, about, std::move(value), true};
}

/// Orders the formulas and conditions so that each comes after those that it depends on.
void Points::add_derived(const Grid& grid) {
  std::list<Derived> waiting;  // a list, since a formula cannot be assigned
  for (const auto& formula : grid.derived) waiting.push_back(derived(formula));
  for (const auto& axis : axes_)
    if (!axis.when.empty()) waiting.push_back(condition(axis));
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
        throw sweep_error(stuck.formula.place, fmt::format("{} {} itself", name, stuck.verb()));
    if (ready == waiting.end())
      throw sweep_error(
          stuck.formula.place,
          stuck.is_condition
              ? fmt::format("{} depends on itself through other conditions, remove one of them", stuck.formula.name)
              : fmt::format("{} is derived from itself through others, give one of them values", stuck.formula.name));
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
    const bool given =
        std::ranges::any_of(axes_, [&](const Axis& a) { return a.name == p.name && a.when.empty(); }) ||
        std::ranges::any_of(derived_, [&](const Derived& d) { return d.parameter == &p && !d.is_condition; });
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

/// Sets the parameter to its default, or to absent, where its condition fails.
void Points::apply(Derived& d, Config& config) {
  if (located(d.formula.place, d.about, [&] { return std::get<Expression>(d.value).holds(config); })) {
    d.has_held = true;
    return;
  }
  off_.insert(d.formula.name);
  config.set(d.formula.name, defaults_.at(d.formula.name));
}

const Formula* Points::never_held() const {
  const auto found = std::ranges::find_if(derived_, [](const Derived& d) { return d.is_condition && !d.has_held; });
  return found == derived_.end() ? nullptr : &found->formula;
}

void Points::derive(Config& config) {
  off_.clear();
  for (auto& d : derived_) {
    if (d.is_condition) {
      apply(d, config);
      continue;
    }
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

void Points::move_to(const std::vector<std::size_t>& positions, Config& config) {
  for (std::size_t w = 0; w < wheels_.size(); ++w) turn(wheels_[w], positions[w], config);
  derive(config);
}

Config Points::first() {
  Config config = default_config(task_->schema());
  move_to(std::vector<std::size_t>(wheels_.size(), 0), config);
  return config;
}

/// True if the conditions of all its parameters failed at the last point.
bool Points::is_off(const Wheel& wheel) const {
  return std::ranges::all_of(wheel.axes, [&](const Axis* axis) { return off_.contains(axis->name); });
}

/// True if a wheel that changes nothing, since all its parameters are off, was off at its first position too.
bool Points::repeats_first(const std::vector<std::size_t>& at) {
  std::vector<std::size_t> first = at;
  for (std::size_t w = 0; w < at.size(); ++w)
    if (at[w] > 0 && is_off(wheels_[w])) first[w] = 0;
  if (first == at) return false;
  const std::set<std::string> off = off_;
  Config config = defaults_;
  move_to(first, config);
  return off_ == off;
}

void Points::for_each(const std::function<void(const Config&)>& f) {
  constexpr std::size_t few = 256;  // points that may copy the values of slow parameters
  Config config = first();
  std::vector<std::size_t> inner(wheels_.size(), 1);  // points while a wheel keeps its position
  for (std::size_t w = wheels_.size(); w-- > 1;) inner[w - 1] = std::min(few, inner[w] * wheels_[w].size);
  std::vector<std::size_t> at(wheels_.size(), 0);
  for (bool more = true; more;) {
    if (off_.empty() || !repeats_first(at)) f(config);
    more = false;
    const bool was_off = !off_.empty();
    bool is_slow = false;
    for (std::size_t w = at.size(); w-- > 0 && !more;) {
      more = ++at[w] < wheels_[w].size;
      if (!more) at[w] = 0;
      else is_slow = inner[w] == few;
      turn(wheels_[w], at[w], config);
    }
    if (more && was_off) move_to(at, config);  // some parameters may have values again
    else if (more) derive(config);
    if (more && is_slow) config.share_all();
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
