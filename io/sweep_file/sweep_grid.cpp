#include "io/sweep_file/sweep_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace icsweep::sweep_values {
namespace {

constexpr std::size_t max_rules = 1000;  // each is evaluated at every point
constexpr std::string_view not_scaled[] = {"zip",     "where",        "derive",    "sample", "time_limit",
                                           "retries", "keep_weights", "resources", "scale"};

/// Visits the entries in the order in which the file has them; toml++ sorts tables by key.
template <class T>
void order_as_written(std::vector<T>& all) {
  const auto at = [](const T& t) { return std::pair(t.place.line, t.place.column); };
  std::stable_sort(all.begin(), all.end(), [&](const T& a, const T& b) { return at(a) < at(b); });
}

std::vector<std::vector<std::string>> read_zip(const Reader& read, const toml::node& node) {
  const auto* list = node.as_array();
  std::vector<std::vector<std::string>> groups;
  if (list && !list->empty() && list->front().is_array())
    for (const auto& group : *list) groups.push_back(read.texts("zip", group));
  else groups.push_back(read.texts("zip", node));
  for (auto& group : groups)
    for (auto& name : group) std::ranges::replace(name, '.', '_');  // model.lr is the column model_lr
  for (const auto& group : groups)
    if (group.size() < 2) read.fail(read.place(node).line, "zip ties at least two parameters, name them in a list");
  return groups;
}

void read_formulas(const Reader& read, const toml::table& table, std::vector<Formula>& all) {
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    if (!node.is_table()) {
      all.push_back({name, read.text(fmt::format("{} in derive", name), node), read.place(key)});
      continue;
    }
    const auto first = std::ptrdiff_t(all.size());
    read_formulas(read, *node.as_table(), all);
    std::for_each(all.begin() + first, all.end(), [&](Formula& f) {
      f.path = name + '.' + (f.path.empty() ? f.name : f.path);
      f.name = name + '_' + f.name;
    });
  }
}

std::vector<Formula> read_derived(const Reader& read, const toml::node& node) {
  if (!node.is_table() || node.as_table()->empty())
    read.fail(read.place(node).line, "derive must be {PARAMETER = \"expression\", ...}");
  std::vector<Formula> derived;
  read_formulas(read, *node.as_table(), derived);
  order_as_written(derived);
  return derived;
}

/// Refuses model.lr beside model_lr, whose columns would have one name.
void expect_distinct(const Reader& read, const std::vector<Axis>& axes) {
  for (const Axis& axis : axes)
    if (const auto other = std::ranges::find_if(
            axes, [&](const Axis& a) { return a.name == axis.name && a.written() != axis.written(); });
        other != axes.end() && !axis.path.empty())
      read.fail(axis.place.line, fmt::format("{} and {} would both be the column {}, rename one", axis.written(),
                                             other->written(), axis.name));
}

}  // namespace

Sample read_sample(const Reader& read, const toml::node& node) {
  static constexpr std::string_view known[] = {"count", "seed", "method"};
  const auto* table = node.as_table();
  const auto is_known = [&](const auto& entry) { return std::ranges::count(known, entry.first.str()) == 1; };
  if (!table || !table->contains("count") || !std::ranges::all_of(*table, is_known))
    read.fail(
        read.place(node).line,
        "sample must be {count, seed, method}: the number of points, the seed that draws them (0) and \"random\" or "
        "\"sobol\"");
  const auto *seed = table->get("seed"), *method = table->get("method");
  const std::string how = method ? read.text("method of sample", *method) : "random";
  if (how != "random" && how != "sobol")
    read.fail(read.place(*method).line, fmt::format("method of sample is \"{}\": use \"random\" or \"sobol\"", how));
  return {read.integer("count of sample", *table->get("count"), 1, 10'000'000),
          seed ? read.integer("seed of sample", *seed, 0, std::numeric_limits<std::int64_t>::max()) : 0,
          read.place(node), how == "sobol"};
}

bool read_setting(const Reader& read, std::string_view key, const toml::node& node, Settings& settings) {
  if (key == "time_limit") settings.time_limit = read.seconds(key, node);
  else if (key == "retries") settings.retries = int(read.integer(key, node, 0, 1000));
  else if (key == "keep_weights") settings.keep_weights = read.flag(key, node);
  else if (key == "resources" && node.is_table())
    settings.resources = read_resources(read, *node.as_table()), settings.resources_place = read.place(node);
  else return false;
  return true;
}

std::vector<Scale> read_scales(const Reader& read, const toml::node& node, bool common) {
  static constexpr const char* how = "write [scale.NAME] and its parameters below, or scale.NAME.PARAMETER in a grid";
  if (!node.is_table()) read.fail(read.place(node).line, fmt::format("scale must be a table of named scales, {}", how));
  std::vector<Scale> scales;
  for (const auto& [name, table] : *node.as_table()) {
    if (!table.is_table())
      read.fail(read.place(name).line, fmt::format("scale {} must be a table, {}", name.str(), how));
    Scale& scale = scales.emplace_back(Scale{std::string(name.str()), {}, common});
    for (const auto& [key, values] : *table.as_table()) {
      if (common && is_search(key, values)) continue;
      if (std::count(std::begin(not_scaled), std::end(not_scaled), key.str()))
        read.fail(read.place(key).line, fmt::format("a scale sets parameters alone, not {}", key.str()));
      if (key == "task") read.fail(read.place(key).line, "a scale cannot change the task, write another [[grid]]");
      read.axes(key, values, scale.axes);
    }
    order_as_written(scale.axes);
  }
  return scales;
}

Grid read_grid(const Reader& read, const toml::table& table, const Settings& settings) {
  Grid grid;
  grid.place = read.place(table);
  grid.settings = settings;
  for (const auto& [key, node] : table) {
    if (key == "task") grid.task = read.text("task", node);
    else if (key == "scale") grid.scales = read_scales(read, node, false);
    else if (key == "zip") grid.zip = read_zip(read, node), grid.zip_place = read.place(key);
    else if (key == "sample") grid.sample = read_sample(read, node);
    else if (key == "derive") grid.derived = read_derived(read, node);
    else if (key == "where")
      for (const auto& rule : read.texts("where", node)) grid.where.push_back({"where", rule, read.place(key)});
    else if (names_code(key, node)) read_code(read, key, *node.as_table(), grid);
    else if (!read_setting(read, key.str(), node, grid.settings)) read.axes(key, node, grid.axes);
  }
  expect_distinct(read, grid.axes);
  if (grid.where.size() > max_rules)
    read.fail(grid.where.front().place.line, fmt::format("where has more than {} rules, join them with &&", max_rules));
  if (grid.task.empty()) read.fail(grid.place.line, "this [[grid]] names no task, add task = \"...\"");
  order_as_written(grid.axes);
  return grid;
}

}  // namespace icsweep::sweep_values
