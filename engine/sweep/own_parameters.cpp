#include "engine/sweep/own_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/sweep/text_formula.hpp"

namespace icsweep {

OwnParameters::OwnParameters(const Grid& grid, const std::string& prefix) : place_(grid.place) {
  const auto own_name = [&](const std::string& name) {
    return name.starts_with(prefix) ? name.substr(prefix.size()) : "";
  };
  for (const auto& axis : grid.axes)
    if (const auto name = own_name(axis.name); !name.empty()) add(name, axis);
  const auto is_text = [&](const std::string& name) {
    const Own* own = find(own_name(name));
    return own && own->type == ValueType::text;
  };
  for (const auto& formula : grid.derived)
    if (const auto name = own_name(formula.name); !name.empty() && !find(name))
      all_.push_back(
          {name, TextFormula::joins_texts(formula.text, is_text) ? ValueType::text : ValueType::real, formula.place});
  for (const auto& scale : grid.scales)
    for (const auto& axis : scale.axes)
      if (const auto name = own_name(axis.name); find(name)) add(name, axis);
  if (grid.code)
    for (const auto& [name, value] : grid.code->added) add_later(name, value, grid.code->added_place);
}

const OwnParameters::Own* OwnParameters::find(const std::string& name) const {
  const auto found = std::ranges::find(all_, name, &Own::name);
  return found == all_.end() ? nullptr : &*found;
}

void OwnParameters::widen(Own& own, ValueType type, const Place& place) {
  if (own.type == type) return;
  if (own.type == ValueType::text || type == ValueType::text)
    throw sweep_error(place, fmt::format("{} is both a text and a number, keep one", own.name));
  own.type = ValueType::real;
}

void OwnParameters::add(const std::string& name, const Axis& axis) {
  for (const Value& value : axis.draw ? axis.draw->values : axis.values) {
    if (Own* own = find(name)) widen(*own, type_of(value), axis.place);
    else all_.push_back({name, type_of(value), axis.place});
  }
}

void OwnParameters::add_later(const std::string& name, const Value& value, const Place& place) {
  Own* own = find(name);
  if (!own) own = &all_.emplace_back(Own{name, type_of(value), place});
  if ((own->type == ValueType::text) != (type_of(value) == ValueType::text))
    throw sweep_error(place, fmt::format("{} is {} of added and {} in the grid, give both one type", name,
                                         name_of(type_of(value)), name_of(own->type)));
  widen(*own, type_of(value), place);
  own->added = value;
}

void OwnParameters::join(const OwnParameters& other) {
  for (const auto& own : other.all_) {
    Own* const same = find(own.name);
    if (!same)
      throw sweep_error(own.place, fmt::format("{} has no value in the grid of the same code at line {}, give it one",
                                               own.name, place_.line));
    widen(*same, own.type, own.place);
  }
  for (const auto& own : all_)
    if (!other.find(own.name))
      throw sweep_error(
          other.place_,
          fmt::format("this grid gives {} no value, the grid of the same code at line {} does", own.name, place_.line));
}

std::vector<Parameter> OwnParameters::parameters() const {
  std::vector<Parameter> all;
  for (const auto& own : all_) {
    Parameter& parameter = all.emplace_back(Parameter{own.name, value_of(own.type, [](auto none) { return none; })});
    parameter.repeats = own.name == "seed";
    if (!own.added) continue;
    parameter.default_value = own.type == ValueType::real ? Value(as_number(*own.added)) : *own.added;
    parameter.neutral = parameter.default_value;
  }
  return all;
}

}  // namespace icsweep
