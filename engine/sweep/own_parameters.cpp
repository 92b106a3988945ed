#include "engine/sweep/own_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "engine/sweep/text_formula.hpp"
#include "io/base/phrases.hpp"

namespace icsweep {
namespace {

/// The kind of a type in messages about mixed values.
std::string_view kind_of_value(ValueType type) {
  return type == ValueType::integer ? "a number" : name_of(type);
}

std::string without_digits(std::string name) {
  std::erase_if(name, [](unsigned char c) { return std::isdigit(c); });
  return name;
}

/// True if two names may be one, misspelt. Names that differ in digits alone, such as beta1 and beta2, are two.
bool look_alike(const std::string& a, const std::string& b) {
  return std::min(a.size(), b.size()) > 2 && without_digits(a) != without_digits(b) && edit_distance(a, b) <= 2 &&
         3 * edit_distance(a, b) <= std::max(a.size(), b.size());
}

}  // namespace

OwnParameters::OwnParameters(const Grid& grid, const std::string& prefix) {
  const auto own_name = [&](const std::string& name) {
    return name.starts_with(prefix) ? name.substr(prefix.size()) : "";
  };
  for (const auto& axis : grid.axes)
    if (const auto name = own_name(axis.name); !name.empty()) add(name, axis);
  const auto is_text = [&](const std::string& name) {
    const Own* own = find(own_name(name));
    return own && own->type.value_or(ValueType::text) == ValueType::text;
  };
  for (const auto& formula : grid.derived)
    if (const auto name = own_name(formula.name); !name.empty() && !find(name))
      all_.push_back({name, formula.path,
                      TextFormula::joins_texts(formula.text, is_text) ? ValueType::text : ValueType::real,
                      formula.place});
  for (const auto& scale : grid.scales)
    for (const auto& axis : scale.axes)
      if (const auto name = own_name(axis.name); find(name)) add(name, axis);
  if (grid.code)
    for (const auto& [name, value] : grid.code->added) add_later(name, value, grid.code->added_place);
  grids_.push_back({grid.place, {}});
  for (const auto& own : all_) grids_.back().names.insert(own.name);
}

const OwnParameters::Own* OwnParameters::find(const std::string& name) const {
  const auto found = std::ranges::find(all_, name, &Own::name);
  return found == all_.end() ? nullptr : &*found;
}

void OwnParameters::widen(Own& own, ValueType type, const Place& place) {
  if (own.type.value_or(type) == type) {
    own.type = type;
    return;
  }
  const auto is_number_type = [](ValueType t) { return t == ValueType::integer || t == ValueType::real; };
  if (is_number_type(*own.type) && is_number_type(type)) {
    own.type = ValueType::real;
    return;
  }
  std::string_view one = kind_of_value(*own.type), other = kind_of_value(type);
  if (type == ValueType::text) std::swap(one, other);
  throw sweep_error(place, fmt::format("{} is both {} and {}, keep one", own.name, one, other));
}

void OwnParameters::add(const std::string& name, const Axis& axis) {
  if (!find(name)) all_.push_back({name, axis.path, {}, axis.place});
  Own& own = *find(name);
  own.is_optional |= !axis.when.empty();
  for (const Value& value : axis.draw ? axis.draw->values : axis.values)
    if (value == Value(std::string(none_text))) own.has_none = true;
    else widen(own, type_of(value), axis.place);
}

void OwnParameters::join(const Own& other) {
  Own* const same = find(other.name);
  if (!same) {
    all_.push_back(other);
    return;
  }
  if (same->path != other.path && !(same->path.empty() && other.path.empty()))
    throw sweep_error(other.place,
                      fmt::format("{} and {}, at line {}, would both be the column {}, rename one",
                                  other.path.empty() ? other.name : other.path,
                                  same->path.empty() ? same->name : same->path, same->place.line, other.name));
  if (other.type) widen(*same, *other.type, other.place);
  same->has_none |= other.has_none;
  same->is_optional |= other.is_optional;
}

/// A name that no earlier grid has, where this grid lacks one like it.
void OwnParameters::expect_no_misspelling(const Named& grid) const {
  for (const auto& other : grids_)
    for (const auto& theirs : other.names)
      for (const auto& name : grid.names)
        if (!grid.names.contains(theirs) && !find(name) && look_alike(name, theirs))
          throw sweep_error(grid.place, fmt::format("{0} of this grid and {1} of the grid of the same code at line {2} "
                                                    "look like one parameter: correct one, or give both grids both",
                                                    name, theirs, other.place.line));
}

void OwnParameters::add_later(const std::string& name, const Value& value, const Place& place) {
  Own* own = find(name);
  if (!own) own = &all_.emplace_back(Own{name, "", type_of(value), place});
  const ValueType type = own->type.value_or(ValueType::text);
  if ((type == ValueType::text) != (type_of(value) == ValueType::text))
    throw sweep_error(place, fmt::format("{} is {} of added and {} in the grid, give both one type", name,
                                         name_of(type_of(value)), name_of(type)));
  widen(*own, type_of(value), place);
  own->added = value;
}

void OwnParameters::join(const OwnParameters& other) {
  for (const auto& grid : other.grids_) expect_no_misspelling(grid);
  grids_.insert(grids_.end(), other.grids_.begin(), other.grids_.end());
  for (const auto& own : other.all_) join(own);
  for (auto& own : all_)
    own.is_optional |= std::ranges::any_of(grids_, [&](const Named& grid) { return !grid.names.contains(own.name); });
}

std::vector<Parameter> OwnParameters::parameters() const {
  std::vector<Parameter> all;
  for (const auto& own : all_) {
    const ValueType type = own.type.value_or(ValueType::text);
    Parameter& parameter = all.emplace_back(Parameter{own.name, empty_value(type)});
    parameter.repeats = own.name == "seed";
    parameter.own = true;
    parameter.optional = own.is_optional;
    parameter.nullable = own.has_none && type != ValueType::text;
    parameter.path = own.path;
    if (!own.added) continue;
    parameter.default_value = type == ValueType::real ? Value(as_number(*own.added)) : *own.added;
    parameter.neutral = parameter.default_value;
  }
  return all;
}

}  // namespace icsweep
