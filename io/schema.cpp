#include "io/schema.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace icsweep {

Type type_of(const Value& value) {
  return Type(value.index());
}

std::string_view name_of(Type type) {
  switch (type) {
    case Type::integer:
      return "an integer";
    case Type::real:
      return "a number";
    case Type::text:
      return "a text";
  }
  return "";
}

std::string to_text(const Value& value) {
  return std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
}

const Value& Config::at(const std::string& name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) throw Error(ErrorKind::config, fmt::format("parameter {} has no value", name));
  return found->second;
}
std::int64_t Config::integer(const std::string& name) const {
  return std::get<std::int64_t>(at(name));
}

int Config::small_integer(const std::string& name) const {
  const std::int64_t value = integer(name);
  if (value != int(value)) throw Error(ErrorKind::config, fmt::format("{} = {}: too large", name, value));
  return int(value);
}

double Config::real(const std::string& name) const {
  return std::get<double>(at(name));
}
const std::string& Config::text(const std::string& name) const {
  return std::get<std::string>(at(name));
}

std::int64_t WeightArray::count() const {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

std::int64_t weight_count(const std::vector<WeightArray>& arrays) {
  std::int64_t count = 0;
  for (const auto& a : arrays) count += a.count();
  return count;
}

const Parameter* Schema::find(std::string_view name) const {
  const auto found = std::find_if(parameters.begin(), parameters.end(), [&](const auto& p) { return p.name == name; });
  return found == parameters.end() ? nullptr : &*found;
}

const Output* Schema::find_output(std::string_view name) const {
  const auto found = std::find_if(outputs.begin(), outputs.end(), [&](const auto& o) { return o.name == name; });
  return found == outputs.end() ? nullptr : &*found;
}

Value checked(const Parameter& p, const Value& given) {
  Value value = given;
  if (p.type() == Type::real && type_of(value) == Type::integer) value = double(std::get<std::int64_t>(value));
  const auto fail = [&](const std::string& rule) {
    throw Error(ErrorKind::config, fmt::format("{} = {}: must be {}", p.name, to_text(given), rule));
  };
  if (type_of(value) != p.type()) fail(std::string(name_of(p.type())));
  if (p.type() == Type::text) {
    if (!p.choices.empty() &&
        std::find(p.choices.begin(), p.choices.end(), std::get<std::string>(value)) == p.choices.end())
      fail(fmt::format("one of {}", fmt::join(p.choices, ", ")));
    return value;
  }
  const double number = p.type() == Type::integer ? double(std::get<std::int64_t>(value)) : std::get<double>(value);
  if (!std::isfinite(number)) fail("finite");
  if (number < p.minimum) fail(fmt::format("at least {}", p.minimum));
  if (number > p.maximum) fail(fmt::format("at most {}", p.maximum));
  return value;
}

std::string identity(const Schema& schema, const Config& config) {
  std::string text = schema.task;
  for (const auto& [name, value] : config.values()) {
    const Parameter* p = schema.find(name);
    if (p && p->neutral && *p->neutral == value) continue;
    text += '\n' + name + '=' + to_text(value);
  }
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace icsweep
