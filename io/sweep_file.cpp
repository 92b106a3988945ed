#include "io/sweep_file.hpp"

#define TOML_EXCEPTIONS 1
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <toml++/toml.h>

namespace icsweep {
namespace {

constexpr std::int64_t most_values = 1'000'000;

int line_of(const toml::node& node) {
  return int(node.source().begin.line);
}
int line_of(const toml::key& key) {
  return int(key.source().begin.line);
}

class Parser {
 public:
  explicit Parser(const std::string& path) : path_(path) {}

  Sweep parse(const std::string& text) const {
    Sweep sweep{path_, text, "", {}, {}};
    const toml::table root = parse_toml(text);
    for (const auto& [key, node] : root) {
      if (key == "sweep") read_header(node, sweep);
      else if (key == "grid") read_grids(node, sweep);
      else if (key == "scale") sweep.scales = read_scales(node);
      else
        fail(line_of(key),
             fmt::format("unknown key \"{}\", a sweep file has [sweep], [[grid]] and [scale.NAME]", key.str()));
    }
    if (sweep.grids.empty()) fail(1, "there is no [[grid]], add one with a task");
    return sweep;
  }

 private:
  [[noreturn]] void fail(int line, const std::string& what) const { throw sweep_error(path_, line, what); }

  toml::table parse_toml(const std::string& text) const {
    try {
      return toml::parse(text, path_);
    } catch (const toml::parse_error& e) {
      std::string what(e.description());
      std::replace(what.begin(), what.end(), '\n', ' ');
      if (what.find("redefine") != std::string::npos) what += " (given twice, remove one)";
      fail(int(e.source().begin.line), what);
    }
  }

  void read_header(const toml::node& node, Sweep& sweep) const {
    if (!node.is_table()) fail(line_of(node), "sweep must be a table, write [sweep]");
    for (const auto& [key, value] : *node.as_table()) {
      if (key != "name") fail(line_of(key), fmt::format("unknown key \"{}\" in [sweep], it has: name", key.str()));
      if (!value.is_string()) fail(line_of(value), "name must be a text");
      sweep.name = value.as_string()->get();
    }
  }

  void read_grids(const toml::node& node, Sweep& sweep) const {
    if (!node.is_array_of_tables()) fail(line_of(node), "grid must be a list of tables, write [[grid]]");
    for (const auto& grid : *node.as_array()) sweep.grids.push_back(read_grid(*grid.as_table()));
  }

  Grid read_grid(const toml::table& table) const {
    Grid grid{"", {}, line_of(table), {}, {}};
    for (const auto& [key, node] : table) {
      if (key == "task") {
        if (!node.is_string()) fail(line_of(node), "task must be a text");
        grid.task = node.as_string()->get();
      } else if (key == "keep_weights") {
        if (!node.is_boolean()) fail(line_of(node), "keep_weights must be true or false");
        grid.settings.keep_weights = node.as_boolean()->get();
      } else if (key == "scale") grid.scales = read_scales(node);
      else grid.axes.push_back(read_axis(key, node));
    }
    if (grid.task.empty()) fail(grid.line, "this [[grid]] names no task, add task = \"...\"");
    order_as_written(grid.axes);
    return grid;
  }

  std::vector<Scale> read_scales(const toml::node& node) const {
    static constexpr const char* how = "write [scale.NAME] and its parameters below, or scale.NAME.PARAMETER in a grid";
    if (!node.is_table()) fail(line_of(node), fmt::format("scale must be a table of named scales, {}", how));
    std::vector<Scale> scales;
    for (const auto& [name, table] : *node.as_table()) {
      if (!table.is_table()) fail(line_of(name), fmt::format("scale {} must be a table, {}", name.str(), how));
      Scale& scale = scales.emplace_back(Scale{std::string(name.str()), {}});
      for (const auto& [key, values] : *table.as_table()) {
        if (key == "task") fail(line_of(key), "a scale cannot change the task, write another [[grid]]");
        scale.axes.push_back(read_axis(key, values));
      }
      order_as_written(scale.axes);
    }
    return scales;
  }

  Axis read_axis(const toml::key& key, const toml::node& node) const {
    return {std::string(key.str()), read_values(key.str(), node), line_of(key)};
  }

  /// TOML tables are sorted by key; a sweep is read in the order it was written.
  static void order_as_written(std::vector<Axis>& axes) {
    std::stable_sort(axes.begin(), axes.end(), [](const Axis& a, const Axis& b) { return a.line < b.line; });
  }

  std::vector<Value> read_values(std::string_view name, const toml::node& node) const {
    if (const auto* list = node.as_array()) {
      std::vector<Value> values;
      for (const auto& element : *list) values.push_back(read_value(name, element));
      if (values.empty())
        fail(line_of(node), fmt::format("{} has an empty list, give it a value or leave it out", name));
      return values;
    }
    if (const auto* range = node.as_table()) return read_range(name, *range);
    return {read_value(name, node)};
  }

  Value read_value(std::string_view name, const toml::node& node) const {
    if (const auto* v = node.as_integer()) return v->get();
    if (const auto* v = node.as_floating_point()) return v->get();
    if (const auto* v = node.as_string()) return v->get();
    fail(line_of(node), fmt::format("{} must be a number, a text, a list of them or a range", name));
  }

  std::vector<Value> read_range(std::string_view name, const toml::table& range) const {
    static constexpr std::string_view known[] = {"from", "to", "step", "count", "log_from", "log_to"};
    for (const auto& [key, node] : range) {
      if (std::find(std::begin(known), std::end(known), key.str()) == std::end(known))
        fail(line_of(key),
             fmt::format("unknown key \"{}\" in the range of {}, it has: {}", key.str(), name, fmt::join(known, ", ")));
      if (!node.is_number() || !std::isfinite(*node.value<double>()))
        fail(line_of(node), fmt::format("{} in the range of {} must be a finite number", key.str(), name));
    }
    const auto has = [&](const char* key) { return range.contains(key); };
    const int line = line_of(range);
    if (has("log_from") && has("log_to") && has("count") && range.size() == 3) return log_range(name, range, line);
    if (has("from") && has("to") && (has("step") != has("count")) && range.size() == 3)
      return linear_range(name, range, line);
    if (has("count") && (range.size() == 1 || (has("from") && range.size() == 2))) return counted(name, range, line);
    fail(line, fmt::format("the range of {} must be {{from, to, step}}, {{from, to, count}}, {{log_from, log_to, "
                           "count}} or {{count, from}}",
                           name));
  }

  std::int64_t count_of(std::string_view name, const toml::table& range, int line) const {
    const auto count = range["count"].value_exact<std::int64_t>();
    if (!count || *count < 1 || *count > most_values)
      fail(line, fmt::format("count of {} must be an integer from 1 to {}", name, most_values));
    return *count;
  }

  std::vector<Value> counted(std::string_view name, const toml::table& range, int line) const {
    const std::int64_t count = count_of(name, range, line), from = range["from"].value_or(std::int64_t{0});
    if (from > std::numeric_limits<std::int64_t>::max() - most_values)
      fail(line, fmt::format("from of {} is too large", name));
    if (range.contains("from") && !range["from"].is_integer())
      fail(line, fmt::format("from of {} must be an integer", name));
    std::vector<Value> values;
    for (std::int64_t i = 0; i < count; ++i) values.push_back(from + i);
    return values;
  }

  std::vector<Value> linear_range(std::string_view name, const toml::table& range, int line) const {
    const bool integers = range["from"].is_integer() && range["to"].is_integer() &&
                          (!range.contains("step") || range["step"].is_integer());
    const double from = *range["from"].value<double>(), to = *range["to"].value<double>();
    double step = 0;
    std::int64_t count = 0;
    if (range.contains("step")) {
      step = *range["step"].value<double>();
      if (step == 0 || (to - from) / step < 0)
        fail(line, fmt::format("the range of {} never gets from {} to {} by steps of {}", name, from, to, step));
      if ((to - from) / step > double(most_values))
        fail(line, fmt::format("the range of {} has more than {} values", name, most_values));
      count = std::int64_t(std::floor((to - from) / step + 1e-9)) + 1;
    } else {
      count = count_of(name, range, line);
      step = count > 1 ? (to - from) / double(count - 1) : 0;
    }
    const bool whole = integers && std::floor(step) == step;
    std::vector<Value> values;
    for (std::int64_t i = 0; i < count; ++i) {
      const double value = from + double(i) * step;
      if (whole) values.push_back(std::int64_t(value));
      else values.push_back(value);
    }
    return values;
  }

  std::vector<Value> log_range(std::string_view name, const toml::table& range, int line) const {
    const std::int64_t count = count_of(name, range, line);
    const double from = *range["log_from"].value<double>(), to = *range["log_to"].value<double>();
    if (!(from > 0 && to > 0)) fail(line, fmt::format("log_from and log_to of {} must be positive", name));
    std::vector<Value> values;
    for (std::int64_t i = 0; i < count; ++i) {
      const double share = count > 1 ? double(i) / double(count - 1) : 0;
      values.push_back(i == 0 ? from : i == count - 1 ? to : from * std::pow(to / from, share));
    }
    return values;
  }

  std::string path_;
};

}  // namespace

Error sweep_error(const std::string& path, int line, const std::string& what) {
  return Error(ErrorKind::config, fmt::format("{}:{}: {}", path, line, what));
}

Sweep parse_sweep(const std::string& text, const std::string& path) {
  return Parser(path).parse(text);
}

Sweep read_sweep_file(const std::string& path) {
  std::ifstream file(path);
  if (!file || !std::filesystem::is_regular_file(path))
    throw Error(ErrorKind::config, path + ": there is no such sweep file, check the name");
  std::stringstream text;
  text << file.rdbuf();
  if (!file) throw Error(ErrorKind::config, path + ": cannot be read, name a text file");
  return parse_sweep(text.str(), path);
}

}  // namespace icsweep
