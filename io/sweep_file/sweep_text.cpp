#include "io/sweep_file/sweep_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/base/parsed_number.hpp"

namespace icsweep {
namespace {

using Texts = std::vector<std::string>;

constexpr std::size_t fewest_in_range = 4;  // fewer consecutive integers are written as a list

std::string quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text)
    if (c == '"' || c == '\\') quoted += {'\\', c};
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) quoted += fmt::format("\\u{:04x}", unsigned(c));
    else quoted += c;
  return quoted + '"';
}

std::string key_text(const std::string& name) {
  const auto is_bare = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
  return !name.empty() && std::all_of(name.begin(), name.end(), is_bare) ? name : quoted(name);
}

/// Writes a real with a point or an exponent, so that it does not read back as an integer.
std::string real_text(double value) {
  if (std::isnan(value)) return std::signbit(value) ? "-nan" : "nan";
  std::string text = fmt::format("{}", value);
  return text.find_first_of(".ein") == text.npos ? text + ".0" : text;
}

/// A list or table in one line.
std::string toml_text(const nlohmann::json& json) {
  Texts all;
  if (json.is_array()) {
    for (const auto& element : json) all.push_back(toml_text(element));
    return fmt::format("[{}]", fmt::join(all, ", "));
  }
  if (json.is_object()) {
    for (const auto& [key, element] : json.items())
      all.push_back(fmt::format("{} = {}", key_text(key), toml_text(element)));
    return fmt::format("{{ {} }}", fmt::join(all, ", "));
  }
  if (json.is_number_float()) return real_text(json.get<double>());
  return json.is_string() ? quoted(json.get<std::string>()) : json.dump();
}

std::string value_text(const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
  if (const auto* real = std::get_if<double>(&value)) return real_text(*real);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* composite = std::get_if<Composite>(&value)) return toml_text(nlohmann::json::parse(composite->json));
  if (is_missing(value)) return quoted(none_text);
  return quoted(std::get<std::string>(value));
}

/// True if the values are consecutive integers in the range that sweep files have for them.
bool are_consecutive(const std::vector<Value>& values) {
  constexpr std::int64_t largest = std::int64_t{1} << 53;
  if (values.size() < fewest_in_range || !std::holds_alternative<std::int64_t>(values.front())) return false;
  const std::int64_t first = std::get<std::int64_t>(values.front());
  if (first < -largest || first > largest - std::int64_t(values.size())) return false;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (const auto* v = std::get_if<std::int64_t>(&values[i]); !v || *v != first + std::int64_t(i)) return false;
  return true;
}

std::string list_text(const std::vector<Value>& values) {
  Texts all;
  for (const auto& value : values) all.push_back(value_text(value));
  return fmt::format("[{}]", fmt::join(all, ", "));
}

std::string list_text(const Texts& texts) {
  Texts all;
  for (const auto& text : texts) all.push_back(quoted(text));
  return fmt::format("[{}]", fmt::join(all, ", "));
}

std::string draw_text(const Draw& draw) {
  std::string text = fmt::format("{{ {} = {}", name_of(draw.law), list_text(draw.values));
  if (draw.step) text += fmt::format(", step = {}", value_text(*draw.step));
  if (!draw.weights.empty())
    text += fmt::format(", weights = {}", list_text(std::vector<Value>(draw.weights.begin(), draw.weights.end())));
  return text + " }";
}

std::string values_text(const Axis& axis) {
  if (axis.draw) return draw_text(*axis.draw);
  if (axis.values.size() == 1 && type_of(axis.values[0]) != ValueType::composite) return value_text(axis.values[0]);
  if (are_consecutive(axis.values))
    return fmt::format("{{ from = {}, to = {} }}", value_text(axis.values.front()), value_text(axis.values.back()));
  return list_text(axis.values);
}

std::string axis_text(const Axis& axis) {
  if (axis.when.empty()) return values_text(axis);
  return fmt::format("{{ when = {}, values = {} }}", quoted(axis.when), values_text(axis));
}

/// Collects lines of `name = value`.
class Lines {
 public:
  void add(const std::string& name, const std::string& value) { text_ += fmt::format("{} = {}\n", name, value); }
  void head(const std::string& name) { text_ += fmt::format("{}{}\n", text_.empty() ? "" : "\n", name); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

Texts names_of(const std::vector<SearchTable::Key>& keys) {
  Texts names;
  for (const auto& key : keys) names.push_back(key.name);
  return names;
}

std::string metric_text(const SearchTable::Key& metric, bool largest) {
  return largest ? fmt::format("{{ name = {}, largest = true }}", quoted(metric.name)) : quoted(metric.name);
}

std::string metrics_text(const std::vector<RoundsTable::Metric>& metrics) {
  Texts all;
  for (const auto& metric : metrics) all.push_back(metric_text(metric, metric.largest));
  return all.size() == 1 ? all[0] : fmt::format("[{}]", fmt::join(all, ", "));
}

void add_search(Lines& lines, const SearchTable& search) {
  lines.head("[search]");
  lines.add("method", quoted(search.method_name()));
  lines.add("metric", metric_text(search.metric, search.largest));
  lines.add("resource", quoted(search.resource.name));
  if (search.method != SearchTable::Method::scouts) lines.add("eta", fmt::format("{}", search.eta));
  if (search.rungs) lines.add("rungs", fmt::format("{}", *search.rungs));
  if (search.keep) lines.add("keep", fmt::format("{}", *search.keep));
  if (search.over) lines.add("over", list_text(names_of(*search.over)));
  if (!search.per.empty()) lines.add("per", list_text(names_of(search.per)));
}

/// For each grid a list of draws, each a list of its values and its metrics.
std::string known_text(const std::vector<std::vector<KnownDraw>>& known) {
  Texts grids;
  for (const auto& grid : known) {
    Texts draws;
    for (const auto& draw : grid) {
      std::vector<Value> all = draw.values;
      all.insert(all.end(), draw.metrics.begin(), draw.metrics.end());
      draws.push_back(list_text(all));
    }
    grids.push_back(fmt::format("[{}]", fmt::join(draws, ", ")));
  }
  return fmt::format("[{}]", fmt::join(grids, ", "));
}

void add_rounds(Lines& lines, const RoundsTable& rounds) {
  lines.head("[search]");
  lines.add("method", quoted("tpe"));
  lines.add("metric", metrics_text(rounds.metrics));
  lines.add("rounds", fmt::format("{}", rounds.rounds));
  lines.add("per_round", fmt::format("{}", rounds.per_round));
  if (rounds.start_from) lines.add("start_from", quoted(rounds.start_from->name));
  if (!rounds.known.empty()) lines.add("known", known_text(rounds.known));
  lines.add("version", fmt::format("{}", rounds.version));
}

std::string resources_text(const Resources& r) {
  Texts parts;
  if (r.cores > 0) parts.push_back(fmt::format("cores = {}", r.cores));
  if (r.memory > 0) parts.push_back(fmt::format("memory = {}", quoted(bytes_text(r.memory))));
  if (r.gpus > 0) parts.push_back(fmt::format("gpus = {}", r.gpus));
  if (r.limit) parts.emplace_back("limit = true");
  return fmt::format("{{ {} }}", fmt::join(parts, ", "));
}

void add_settings(Lines& lines, const Settings& settings) {
  if (settings.time_limit > 0) lines.add("time_limit", real_text(settings.time_limit));
  if (settings.retries > 0) lines.add("retries", fmt::format("{}", settings.retries));
  if (settings.keep_weights) lines.add("keep_weights", "true");
  if (settings.resources.are_stated()) lines.add("resources", resources_text(settings.resources));
}

void add_rules(Lines& lines, const Grid& grid) {
  Texts formulas, rules, zips;
  for (const auto& formula : grid.derived)
    formulas.push_back(fmt::format("{} = {}", key_text(formula.name), quoted(formula.text)));
  for (const auto& rule : grid.where) rules.push_back(rule.text);
  for (const auto& group : grid.zip) zips.push_back(list_text(group));
  if (grid.sample)
    lines.add("sample", fmt::format("{{ count = {}, seed = {}{} }}", grid.sample->count, grid.sample->seed,
                                    grid.sample->sobol ? ", method = \"sobol\"" : ""));
  if (!zips.empty()) lines.add("zip", fmt::format("[{}]", fmt::join(zips, ", ")));
  if (!formulas.empty()) lines.add("derive", fmt::format("{{ {} }}", fmt::join(formulas, ", ")));
  if (!rules.empty()) lines.add("where", list_text(rules));
}

}  // namespace

std::string canonical_text(const Sweep& sweep) {
  Lines lines;
  if (!sweep.name.empty()) {
    lines.head("[sweep]");
    lines.add("name", quoted(sweep.name));
  }
  if (sweep.search) add_search(lines, *sweep.search);
  if (sweep.rounds) add_rounds(lines, *sweep.rounds);
  for (const auto& grid : sweep.grids) {
    lines.head("[[grid]]");
    lines.add("task", quoted(grid.task));
    for (const auto& axis : grid.axes) lines.add(key_text(axis.name), axis_text(axis));
    add_rules(lines, grid);
    add_settings(lines, grid.settings);
  }
  return lines.text();
}

}  // namespace icsweep
