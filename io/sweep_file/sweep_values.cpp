#include "io/sweep_file/sweep_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "io/base/decimal.hpp"
#include "io/base/parsed_number.hpp"
#include "io/base/phrases.hpp"
#include "io/schema/json.hpp"
#include "io/sweep_file/sweep_draws.hpp"

namespace icsweep::sweep_values {
namespace {

constexpr std::int64_t max_values = 1'000'000, max_in_all = 5'000'000;
constexpr double exact_integers = 9007199254740992;  // 2^53
constexpr std::size_t longest_composite = 10'000;    // characters of a list or table

/// Keys of ranges, draws and conditions.
const std::vector<std::string>& value_words() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> all{"from", "to", "step", "count", "log_from", "log_to"};
    for (const auto law : draw_laws) all.emplace_back(name_of(law));
    all.insert(all.end(), {"weights", "when", "values"});
    return all;
  }();
  return words;
}

/// Converts also integers to double, which toml++ does not.
double number(const toml::node& node) {
  return node.is_integer() ? double(node.as_integer()->get()) : node.as_floating_point()->get();
}

/// The smallest power of ten that makes both numbers integers, if they are decimals.
std::optional<double> power_of_ten(double a, double b) {
  const auto is_whole = [](double x, double power) { return std::round(x * power) / power == x; };
  for (double power = 1; power <= 1e15; power *= 10)
    if (is_whole(a, power) && is_whole(b, power)) return power;
  return std::nullopt;
}

/// Values at equal distances, (first + i increment) / divisor. If the ends are decimals, first and increment are
/// integers, so that 0 is exactly 0 and rounding errors do not grow with i.
struct Steps {
  double first, increment, divisor = 1;

  double operator[](std::int64_t i) const { return (first + double(i) * increment) / divisor; }
};

Steps steps_by(double from, double step, std::int64_t count) {
  const double power = power_of_ten(from, step).value_or(0);
  const Steps whole{std::round(from * power), std::round(step * power), power};
  const bool exact = power > 0 && std::abs(whole.first) + double(count) * std::abs(whole.increment) < exact_integers;
  return exact ? whole : Steps{from, step};
}

Steps steps_to(double from, double to, std::int64_t count) {
  const double parts = double(std::max<std::int64_t>(1, count - 1)), power = power_of_ten(from, to).value_or(0);
  const double first = std::round(from * power), last = std::round(to * power);
  const bool exact =
      power > 0 && (std::abs(first) + std::abs(last)) * parts < exact_integers && power * parts < exact_integers;
  return exact ? Steps{first * parts, last - first, power * parts} : Steps{from, (to - from) / parts};
}

/// Adds a value of a range in the form that people would write: at most 15 digits, the ends exactly as given, and an
/// integer if the ends are integers.
void add_meant(std::vector<Value>& values, double value, double from, double to, bool integers) {
  const double rounded = decimal(value);
  const double exact = integers && std::floor(value) == value ? value
                       : rounded == decimal(from)             ? from
                       : rounded == decimal(to)               ? to
                                                              : rounded;
  if (integers && std::floor(exact) == exact && std::abs(exact) <= exact_integers)
    values.emplace_back(std::int64_t(exact));
  else values.emplace_back(exact);
}

std::vector<Value> spaced(const Steps& steps, std::int64_t count, double from, double to, bool integers) {
  std::vector<Value> values;
  for (std::int64_t i = 0; i < count; ++i) add_meant(values, steps[i], from, to, integers);
  return values;
}

}  // namespace

void Reader::read_values(const toml::node& node, Axis& axis) const {
  if (const auto* values = node.as_array()) axis.values = list(axis.name, *values);
  else if (const auto* table = node.as_table()) {
    axis.draw = read_draw(*this, axis.name, *table);
    if (!axis.draw) axis.values = range(axis.name, *table);
  } else axis.values = {value(axis.name, node)};
}

/// {when, values}, or a range or draw with `when`.
void Reader::read_condition(const toml::table& table, Axis& axis) const {
  axis.when = text(fmt::format("when of {}", axis.name), *table.get("when"));
  const auto* values = table.get("values");
  if (values && table.size() > 2)
    fail(line(table), fmt::format("{} has values and more beside its condition, keep one of them", axis.name));
  if (table.size() < 2)
    fail(line(table), fmt::format("{} has a condition and no values, add values = [...]", axis.name));
  const auto* inner = values ? values->as_table() : nullptr;
  if (inner && inner->contains("when")) fail(line(*inner), fmt::format("{} has two conditions, join them", axis.name));
  read_values(values ? *values : table, axis);
}

Axis Reader::axis(const toml::key& key, const toml::node& node) const {
  const std::string name(key.str());
  Axis axis{name, {}, {}, place(key)};
  const auto* table = node.as_table();
  if (table && table->contains("when")) read_condition(*table, axis);
  else read_values(node, axis);
  values_ += std::int64_t(axis.values.size());
  if (values_ > max_in_all)
    fail(axis.place.line, fmt::format("the sweep has more than {} values up to {}, split it", max_in_all, name));
  return axis;
}

/// True if the table holds parameters: no key of it is a word of ranges and draws, or nearly a long one.
bool Reader::is_group(const toml::node& node) const {
  const auto* table = node.as_table();
  if (!table || table->empty()) return false;
  std::vector<std::string> long_words;
  for (const std::string& word : value_words())
    if (word.size() > 5) long_words.push_back(word);
  return std::ranges::none_of(*table, [&](const auto& entry) {
    const std::string key(entry.first.str());
    return std::ranges::count(value_words(), key) > 0 || !nearest(key, long_words).empty();
  });
}

void Reader::axes(const toml::key& key, const toml::node& node, std::vector<Axis>& all) const {
  if (!is_group(node)) return all.push_back(axis(key, node));
  const std::string name(key.str());
  for (const auto& [inner_key, inner] : *node.as_table()) {
    const auto first = std::ptrdiff_t(all.size());
    axes(inner_key, inner, all);
    std::for_each(all.begin() + first, all.end(), [&](Axis& a) {
      a.path = name + '.' + a.written();
      a.name = name + '_' + a.name;
    });
  }
}

namespace {

/// JSON of a list or table; nothing if it has a date, or a number that JSON lacks, or nests too deep.
std::optional<nlohmann::json> json_of(const toml::node& node, int depth = deepest_composite) {
  if (depth == 0) return std::nullopt;
  if (const auto* v = node.as_integer()) return v->get();
  if (const auto* v = node.as_boolean()) return v->get();
  if (const auto* v = node.as_string()) return v->get();
  if (const auto* v = node.as_floating_point())
    return std::isfinite(v->get()) ? std::optional<nlohmann::json>(v->get()) : std::nullopt;
  nlohmann::json json = node.is_array() ? nlohmann::json::array() : nlohmann::json::object();
  if (const auto* list = node.as_array())
    for (const auto& element : *list) {
      auto inner = json_of(element, depth - 1);
      if (!inner) return std::nullopt;
      json.push_back(*std::move(inner));
    }
  else if (const auto* table = node.as_table())
    for (const auto& [key, element] : *table) {
      auto inner = json_of(element, depth - 1);
      if (!inner) return std::nullopt;
      json[std::string(key.str())] = *std::move(inner);
    }
  else return std::nullopt;
  return json;
}

}  // namespace

Value Reader::composite(std::string_view name, const toml::node& node) const {
  const auto json = json_of(node);
  const std::string text = json ? json->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) : "";
  if (text.empty() || text.size() > longest_composite || text.find("\\u0000") != text.npos)
    fail(line(node), fmt::format("each list or table of {} must have finite numbers, texts, true and false alone, at "
                                 "most {} brackets deep and {} characters long",
                                 name, deepest_composite, longest_composite));
  return Composite{text};
}

std::string Reader::text(std::string_view name, const toml::node& node) const {
  if (!node.is_string()) fail(line(node), fmt::format("{} must be a text", name));
  const std::string& text = node.as_string()->get();
  if (text.find('\0') != text.npos)
    fail(line(node), fmt::format("{} has a character \\u0000, which no store can keep; remove it", name));
  return text;
}

bool Reader::flag(std::string_view name, const toml::node& node) const {
  if (!node.is_boolean()) fail(line(node), fmt::format("{} must be true or false", name));
  return node.as_boolean()->get();
}

std::int64_t Reader::integer(std::string_view name, const toml::node& node, std::int64_t least,
                             std::int64_t most) const {
  const auto value = node.value_exact<std::int64_t>();
  if (!value || *value < least || *value > most)
    fail(line(node), fmt::format("{} must be an integer from {} to {}", name, least, most));
  return *value;
}

double Reader::between(std::string_view name, const toml::node& node, double low, double high) const {
  if (!node.is_number() || !(low < number(node) && number(node) < high))
    fail(line(node), fmt::format("{} must be a number between {} and {}", name, low, high));
  return number(node);
}

double Reader::seconds(std::string_view name, const toml::node& node) const {
  const std::string text = node.is_string() ? node.as_string()->get() : "";
  const double seconds = node.is_number() ? number(node) : parse_duration(text).value_or(-1);
  if (!(seconds > 0 && std::isfinite(seconds)))
    fail(line(node),
         fmt::format("{} must be a positive number of seconds or a text such as \"90s\", \"1h30m\" or \"01:30:00\"",
                     name));
  return seconds;
}

std::vector<std::string> Reader::texts(std::string_view name, const toml::node& node) const {
  if (!node.is_array()) return {text(name, node)};
  std::vector<std::string> all;
  for (const auto& element : *node.as_array()) all.push_back(text(fmt::format("each of {}", name), element));
  if (all.empty()) fail(line(node), fmt::format("{} is an empty list, leave it out", name));
  return all;
}

Value Reader::value(std::string_view name, const toml::node& node) const {
  if (const auto* v = node.as_integer()) return v->get();
  if (const auto* v = node.as_floating_point()) return v->get();
  if (node.is_string()) return text(name, node);
  if (const auto* v = node.as_boolean()) return v->get();
  if (node.is_array() || node.is_table()) return composite(name, node);
  fail(line(node), fmt::format("{} must be a number, a text, true, false, a list of them, a range or a draw", name));
}

std::vector<Value> Reader::list(std::string_view name, const toml::array& list) const {
  std::vector<Value> values;
  for (const auto& element : list) values.push_back(value(name, element));
  if (values.empty()) fail(line(list), fmt::format("{} has an empty list, give it a value or leave it out", name));
  return values;
}

std::vector<Value> Reader::range(std::string_view name, const toml::table& range) const {
  for (const auto& [key, node] : range) {
    if (key == "when") continue;
    if (std::ranges::count(value_words(), std::string(key.str())) == 0)
      fail(place(key).line, fmt::format("unknown key \"{}\" in the range of {}, it has: {}", key.str(), name,
                                        fmt::join(value_words(), ", ")));
    if (!node.is_number() || !std::isfinite(number(node)))
      fail(line(node), fmt::format("{} in the range of {} must be a finite number", key.str(), name));
  }
  const auto has = [&](const char* key) { return range.contains(key); };
  const std::size_t size = range.size() - has("when");
  if (has("log_from") && has("log_to") && has("count") && size == 3) return log_range(name, range);
  if (has("from") && has("to") && (has("step") != has("count")) && size == 3) return linear_range(name, range);
  if (range["from"].is_integer() && range["to"].is_integer() && size == 2) return linear_range(name, range);
  if (has("count") && (size == 1 || (has("from") && size == 2))) return counted(name, range);
  fail(line(range),
       fmt::format("the range of {} must be {{from, to}} of integers, {{from, to, step}}, {{from, to, count}}, "
                   "{{log_from, log_to, count}} or {{count, from}}",
                   name));
}

std::int64_t Reader::count_of(std::string_view name, const toml::table& range) const {
  return integer(fmt::format("count of {}", name), *range.get("count"), 1, max_values);
}

std::vector<Value> Reader::counted(std::string_view name, const toml::table& range) const {
  const std::int64_t count = count_of(name, range);
  std::int64_t from = 0;
  if (range.contains("from"))
    from = integer(fmt::format("from of {}", name), *range.get("from"), std::numeric_limits<std::int64_t>::min(),
                   std::numeric_limits<std::int64_t>::max() - max_values);
  std::vector<Value> values;
  for (std::int64_t i = 0; i < count; ++i) values.push_back(from + i);
  return values;
}

std::vector<Value> Reader::linear_range(std::string_view name, const toml::table& range) const {
  const bool integers =
      range["from"].is_integer() && range["to"].is_integer() && (!range.contains("step") || range["step"].is_integer());
  const double from = number(*range.get("from")), to = number(*range.get("to"));
  const double largest = integers ? exact_integers : std::numeric_limits<double>::max();
  if (std::abs(from) > largest || std::abs(to) > largest)
    fail(line(range), fmt::format("the range of {} goes beyond 2^53, write its values as a list", name));
  if (!std::isfinite(to - from))
    fail(line(range),
         fmt::format("the range of {} is wider than the largest number, write its values as a list", name));
  if (range.contains("count"))
    return spaced(steps_to(from, to, count_of(name, range)), count_of(name, range), from, to, integers);
  const double step = range.contains("step") ? number(*range.get("step")) : 1;
  if (step == 0 || (to - from) / step < 0)
    fail(line(range), fmt::format("the range of {} never gets from {} to {} by steps of {}", name, from, to, step));
  if ((to - from) / step > double(max_values))
    fail(line(range), fmt::format("the range of {} has more than {} values", name, max_values));
  const std::int64_t count = std::int64_t(std::floor((to - from) / step + 1e-9)) + 1;
  return spaced(steps_by(from, step, count), count, from, to, integers);
}

std::vector<Value> Reader::log_range(std::string_view name, const toml::table& range) const {
  const std::int64_t count = count_of(name, range);
  const double from = number(*range.get("log_from")), to = number(*range.get("log_to"));
  const bool integers = range["log_from"].is_integer() && range["log_to"].is_integer();
  if (!(from > 0 && to > 0)) fail(line(range), fmt::format("log_from and log_to of {} must be positive", name));
  std::vector<Value> values;
  for (std::int64_t i = 0; i < count; ++i) {
    const double share = count > 1 ? double(i) / double(count - 1) : 0;
    const double inner =
        std::isnormal(to / from) ? from * std::pow(to / from, share) : std::pow(from, 1 - share) * std::pow(to, share);
    const double value = i == 0 ? from : i == count - 1 ? to : inner;
    add_meant(values, value, from, to, integers);
  }
  return values;
}

}  // namespace icsweep::sweep_values
