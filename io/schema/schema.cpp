#include "io/schema/schema.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>

#include "io/base/whole_file.hpp"

namespace icsweep {

ValueType type_of(const Value& value) {
  return ValueType(value.index());
}

bool is_number(const Value& value) {
  return type_of(value) == ValueType::integer || type_of(value) == ValueType::real;
}

bool is_missing(const Value& value) {
  return type_of(value) == ValueType::none || type_of(value) == ValueType::absent;
}

double as_number(const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return double(*integer);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  return std::get<double>(value);
}

Value empty_value(ValueType type) {
  switch (type) {
    case ValueType::integer:
      return std::int64_t{0};
    case ValueType::real:
      return 0.0;
    case ValueType::boolean:
      return false;
    case ValueType::composite:
      return Composite{"[]"};
    default:
      return std::string();
  }
}

std::string_view name_of(ValueType type) {
  switch (type) {
    case ValueType::integer:
      return "an integer";
    case ValueType::real:
      return "a number";
    case ValueType::text:
      return "a text";
    case ValueType::boolean:
      return "true or false";
    case ValueType::composite:
      return "a list or a table";
    case ValueType::none:
    case ValueType::absent:
      break;
  }
  return none_text;
}

namespace {

/// Appends the text of each kind of value.
struct TextOfValue {
  fmt::memory_buffer& text;

  template <class Plain>
  void operator()(const Plain& v) const {
    fmt::format_to(fmt::appender(text), FMT_COMPILE("{}"), v);
  }
  void operator()(const Composite& v) const { text.append(v.json); }
  void operator()(None) const { text.append(std::string_view(none_text)); }
  void operator()(Absent) const { text.append(std::string_view("absent")); }
};

}  // namespace

std::string to_text(const Value& value) {
  const auto* real = std::get_if<double>(&value);
  if (real && std::isnan(*real)) return "nan";  // the sign of NaN has no meaning
  fmt::memory_buffer text;
  std::visit(TextOfValue{text}, value);
  return fmt::to_string(text);
}

std::size_t Config::place(const std::string& name) const {
  if (!common_) return 0;
  const auto before = [](const Named& named, const std::string& other) { return named.first < other; };
  return std::size_t(std::lower_bound(common_->begin(), common_->end(), name, before) - common_->begin());
}

bool Config::is_at(std::size_t place, const std::string& name) const {
  return common_ && place < common_->size() && (*common_)[place].first == name;
}

const Value* Config::find(const std::string& name) const {
  const std::size_t at = place(name);
  return is_at(at, name) ? &value(at) : nullptr;
}

void Config::unshare() {
  auto all = std::make_shared<std::vector<Named>>();
  for_each([&](const std::string& name, const Value& value) { all->emplace_back(name, value); });
  common_ = std::move(all);
  own_.clear();
}

bool is_same(const Value& a, const Value& b) {
  const auto *x = std::get_if<double>(&a), *y = std::get_if<double>(&b);
  return x && y ? std::bit_cast<std::uint64_t>(*x) == std::bit_cast<std::uint64_t>(*y) : a == b;
}

void Config::set(const std::string& name, Value new_value) {
  const std::size_t at = place(name);
  if (!is_at(at, name)) {
    if (common_.use_count() != 1 || !own_.empty()) unshare();
    common_->insert(common_->begin() + std::ptrdiff_t(at), {name, std::move(new_value)});
    return;
  }
  const auto own = std::find_if(own_.begin(), own_.end(), [&](const auto& o) { return o.first == at; });
  if (own != own_.end()) own->second = std::move(new_value);
  else if (common_.use_count() == 1) (*common_)[at].second = std::move(new_value);
  else if (!is_same((*common_)[at].second, new_value)) own_.emplace_back(std::uint32_t(at), std::move(new_value));
}

bool Config::differs_only_in(const Config& other, const std::vector<bool>& places) const {
  if (!is_sibling(other)) return false;
  const auto is_other = [&](const auto& own) {
    return !places[own.first] && !is_same(value(own.first), other.value(own.first));
  };
  return std::ranges::none_of(own_, is_other) && std::ranges::none_of(other.own_, is_other);
}

Values Config::values() const {
  Values all;
  for_each([&](const std::string& name, const Value& value) { all.emplace_hint(all.end(), name, value); });
  return all;
}

const Value& Config::at(const std::string& name) const {
  if (const Value* found = find(name)) return *found;
  throw Error(ErrorKind::config, fmt::format("parameter {} has no value", name));
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

bool is_along_training(const std::vector<std::string>& dimensions) {
  return !dimensions.empty() && dimensions[0] == "checkpoint";
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

int Schema::result_version_of(const Config& config) const {
  Values values;
  for (const RaisedVersion& r : raised)
    if (config.has(r.parameter)) values[r.parameter] = config.text(r.parameter);
  return result_version_of(values);
}

int Schema::result_version_of(const Values& values) const {
  int version = result_version;
  for (const RaisedVersion& r : raised)
    if (const auto at = values.find(r.parameter); at != values.end() && at->second == Value(r.value)) version += r.by;
  return version;
}

const Output* Schema::find_output(std::string_view name) const {
  const auto found = std::find_if(outputs.begin(), outputs.end(), [&](const auto& o) { return o.name == name; });
  return found == outputs.end() ? nullptr : &*found;
}

const Parameter* code_parameter(const Schema& schema) {
  const auto found = std::ranges::find_if(schema.parameters, &Parameter::hashes);
  return found == schema.parameters.end() ? nullptr : &*found;
}

Config default_config(const Schema& schema) {
  Config config;
  for (const auto& p : schema.parameters) config.set(p.name, p.optional ? Value(Absent{}) : p.default_value);
  return config;
}

namespace {

/// The value as a sweep file writes it: text in quotes, and reals with a fraction or exponent if an integer is
/// expected.
std::string written(const Value& value, ValueType wanted) {
  std::string text = to_text(value);
  if (type_of(value) == ValueType::text) return '"' + text + '"';
  if (wanted == ValueType::integer && type_of(value) == ValueType::real &&
      text.find_first_not_of("-0123456789") == text.npos)
    text += ".0";
  return text;
}

}  // namespace

Value checked(const Parameter& p, const Value& given) {
  if (is_missing(given)) return given;
  if (p.nullable && p.type() != ValueType::text && given == Value(std::string(none_text))) return None{};
  Value value = given;
  if (p.type() == ValueType::real && type_of(value) == ValueType::integer)
    value = double(std::get<std::int64_t>(value));
  const auto fail = [&](const std::string& rule) {
    throw Error(ErrorKind::config, fmt::format("{} = {}: must be {}", p.name, written(given, p.type()), rule));
  };
  if (const auto* whole = std::get_if<std::int64_t>(&given); whole && p.type() == ValueType::real)
    if (static_cast<long double>(std::get<double>(value)) != static_cast<long double>(*whole))
      fail("a real number without rounding; write it with a point to have it rounded");
  if (type_of(value) != p.type()) fail(std::string(name_of(p.type())));
  if (!is_number(value) && p.type() != ValueType::text) return value;
  if (p.type() == ValueType::text) {
    if (!p.choices.empty() &&
        std::find(p.choices.begin(), p.choices.end(), std::get<std::string>(value)) == p.choices.end())
      fail(fmt::format("one of {}", fmt::join(p.choices, ", ")));
    return value;
  }
  const double number =
      p.type() == ValueType::integer ? double(std::get<std::int64_t>(value)) : std::get<double>(value);
  if (type_of(value) == ValueType::real && number == 0) value = 0.0;  // −0 and 0 are one value
  if (!std::isfinite(number)) fail("finite");
  if (number < p.minimum) fail(fmt::format("at least {}", p.minimum));
  if (number > p.maximum) fail(fmt::format("at most {}", p.maximum));
  return value;
}

std::string identity_part(const Parameter* parameter, const std::string& name, const Value& value) {
  if (type_of(value) == ValueType::absent || (parameter && parameter->neutral == value)) return "";
  fmt::memory_buffer text;
  text.push_back('\n');
  text.append(name);
  text.push_back('=');
  std::visit(TextOfValue{text}, value);
  return fmt::to_string(text);
}

std::string identity(const Schema& schema, const Config& config) {
  std::string text = schema.task;
  config.for_each(
      [&](const std::string& name, const Value& value) { text += identity_part(schema.find(name), name, value); });
  return content_hash(text);
}

}  // namespace icsweep
