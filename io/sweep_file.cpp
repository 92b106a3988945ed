#include "io/sweep_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "io/sweep_values.hpp"

namespace icsweep {
namespace {

namespace fs = std::filesystem;

/// Files on the way from the first one to this, itself included.
using Chain = std::vector<fs::path>;

constexpr std::size_t most_included = 16;  // one inside the other

std::string read_text(const fs::path& path) {
  std::ifstream file(path);
  if (!file || !fs::is_regular_file(path))
    throw Error(ErrorKind::config, path.string() + ": there is no such sweep file, check the name");
  std::stringstream text;
  text << file.rdbuf();
  if (!file) throw Error(ErrorKind::config, path.string() + ": cannot be read, name a text file");
  return text.str();
}

class Parser {
 public:
  Parser(std::string path, Chain chain) : path_(path), chain_(std::move(chain)), read_(std::move(path)) {}

  Sweep parse(const std::string& text) {
    Sweep sweep{path_, text, "", {}};
    std::vector<Scale> scales;
    const toml::table root = parse_toml(text);
    if (const auto* node = root.get("include")) include(*node, sweep);
    if (const auto* node = root.get("sweep")) read_header(*node, sweep);
    for (const auto& [key, node] : root) {
      if (key == "grid") read_grids(node, sweep);
      else if (key == "scale") scales = read_scales(node, true);
      else if (key != "sweep" && key != "include")
        read_.fail(
            read_.place(key).line,
            fmt::format("unknown key \"{}\", a sweep file has include, [sweep], [[grid]] and [scale.NAME]", key.str()));
    }
    if (sweep.grids.empty()) read_.fail(1, "there is no [[grid]], add one with a task");
    for (auto& grid : sweep.grids) {
      const bool own = grid.place.path == path_;
      grid.scales.insert(own ? grid.scales.begin() : grid.scales.end(), scales.begin(), scales.end());
    }
    return sweep;
  }

 private:
  toml::table parse_toml(const std::string& text) const {
    try {
      return toml::parse(text, path_);
    } catch (const toml::parse_error& e) {
      std::string what(e.description());
      std::replace(what.begin(), what.end(), '\n', ' ');
      if (what.find("redefine") != std::string::npos) what += " (given twice, remove one)";
      read_.fail(int(e.source().begin.line), what);
    }
  }

  void include(const toml::node& node, Sweep& sweep) const {
    for (const auto& name : read_.texts("include", node)) {
      const Sweep other = included(name, read_.place(node).line);
      sweep.grids.insert(sweep.grids.end(), other.grids.begin(), other.grids.end());
      sweep.text += fmt::format("\n# included: {}\n{}", name, other.text);
    }
  }

  /// A sweep file may come from somebody else: it names nothing outside its own folder.
  Sweep included(const std::string& name, int line) const {
    const fs::path file = fs::path(name).lexically_normal();
    if (file.is_absolute() || *file.begin() == "..")
      read_.fail(line, fmt::format("include \"{}\" leaves the folder of this file, put it beside or below", name));
    const fs::path full = fs::path(path_).parent_path() / file;
    if (!fs::is_regular_file(full)) read_.fail(line, fmt::format("include \"{}\": there is no such file", name));
    Chain chain = chain_;
    chain.push_back(fs::weakly_canonical(full));
    if (std::count(chain.begin(), chain.end(), chain.back()) > 1)
      read_.fail(line, fmt::format("include \"{}\": the file includes itself", name));
    if (chain.size() > most_included) read_.fail(line, fmt::format("more than {} files inside another", most_included));
    const std::string text = read_text(full);
    return Parser(full.string(), std::move(chain)).parse(text);
  }

  void read_header(const toml::node& node, Sweep& sweep) {
    if (!node.is_table()) read_.fail(read_.place(node).line, "sweep must be a table, write [sweep]");
    for (const auto& [key, value] : *node.as_table()) {
      if (key == "name") sweep.name = read_.text("name", value);
      else if (!read_setting(key.str(), value, settings_))
        read_.fail(
            read_.place(key).line,
            fmt::format("unknown key \"{}\" in [sweep], it has: name, time_limit, retries, keep_weights", key.str()));
    }
  }

  /// Whether the key is one of a setting.
  bool read_setting(std::string_view key, const toml::node& node, Settings& settings) const {
    if (key == "time_limit") settings.time_limit = read_.seconds(key, node);
    else if (key == "retries") settings.retries = int(read_.integer(key, node, 0, 1000));
    else if (key == "keep_weights") settings.keep_weights = read_.flag(key, node);
    else return false;
    return true;
  }

  void read_grids(const toml::node& node, Sweep& sweep) const {
    if (!node.is_array_of_tables()) read_.fail(read_.place(node).line, "grid must be a list of tables, write [[grid]]");
    for (const auto& grid : *node.as_array()) sweep.grids.push_back(read_grid(*grid.as_table()));
  }

  Grid read_grid(const toml::table& table) const {
    Grid grid;
    grid.place = read_.place(table);
    grid.settings = settings_;
    for (const auto& [key, node] : table) {
      if (key == "task") grid.task = read_.text("task", node);
      else if (key == "scale") grid.scales = read_scales(node, false);
      else if (key == "zip") grid.zip = read_zip(node);
      else if (key == "sample") grid.sample = read_sample(node);
      else if (key == "derive") grid.derived = read_derived(node);
      else if (key == "where")
        for (const auto& rule : read_.texts("where", node)) grid.where.push_back({"where", rule, read_.place(key)});
      else if (!read_setting(key.str(), node, grid.settings)) grid.axes.push_back(read_.axis(key, node));
    }
    if (grid.task.empty()) read_.fail(grid.place.line, "this [[grid]] names no task, add task = \"...\"");
    order_as_written(grid.axes);
    check_draws(grid);
    return grid;
  }

  std::vector<std::vector<std::string>> read_zip(const toml::node& node) const {
    const auto* list = node.as_array();
    std::vector<std::vector<std::string>> groups;
    if (list && !list->empty() && list->front().is_array())
      for (const auto& group : *list) groups.push_back(read_.texts("zip", group));
    else groups.push_back(read_.texts("zip", node));
    for (const auto& group : groups)
      if (group.size() < 2) read_.fail(read_.place(node).line, "zip ties at least two parameters, name them in a list");
    return groups;
  }

  Sample read_sample(const toml::node& node) const {
    const auto* table = node.as_table();
    if (!table || !table->contains("count") || table->size() > 2 || (table->size() == 2 && !table->contains("seed")))
      read_.fail(read_.place(node).line, "sample must be {count, seed}: so many points, drawn from that seed (0)");
    const auto* seed = table->get("seed");
    return {read_.integer("count of sample", *table->get("count"), 1, 10'000'000),
            seed ? read_.integer("seed of sample", *seed, 0, std::numeric_limits<std::int64_t>::max()) : 0,
            read_.place(node)};
  }

  std::vector<Formula> read_derived(const toml::node& node) const {
    if (!node.is_table() || node.as_table()->empty())
      read_.fail(read_.place(node).line, "derive must be {PARAMETER = \"expression\", ...}");
    std::vector<Formula> derived;
    for (const auto& [key, text] : *node.as_table()) {
      const std::string name(key.str());
      derived.push_back({name, read_.text(fmt::format("{} in derive", name), text), read_.place(key)});
    }
    in_order(derived, *node.as_table());
    return derived;
  }

  void check_draws(const Grid& grid) const {
    const auto drawn = std::find_if(grid.axes.begin(), grid.axes.end(), [](const Axis& a) { return a.draw; });
    if (!grid.sample && drawn != grid.axes.end())
      throw sweep_error(drawn->place,
                        fmt::format("{} is drawn: say how many points, sample = {{ count = 100 }}", drawn->name));
    if (grid.sample && drawn == grid.axes.end())
      throw sweep_error(grid.sample->place,
                        "sample draws nothing, give a parameter {uniform}, {log_uniform}, {integer} or {choice}");
  }

  std::vector<Scale> read_scales(const toml::node& node, bool common) const {
    static constexpr const char* how = "write [scale.NAME] and its parameters below, or scale.NAME.PARAMETER in a grid";
    if (!node.is_table())
      read_.fail(read_.place(node).line, fmt::format("scale must be a table of named scales, {}", how));
    std::vector<Scale> scales;
    for (const auto& [name, table] : *node.as_table()) {
      if (!table.is_table())
        read_.fail(read_.place(name).line, fmt::format("scale {} must be a table, {}", name.str(), how));
      Scale& scale = scales.emplace_back(Scale{std::string(name.str()), {}, common});
      for (const auto& [key, values] : *table.as_table()) {
        if (key == "task") read_.fail(read_.place(key).line, "a scale cannot change the task, write another [[grid]]");
        scale.axes.push_back(read_.axis(key, values));
      }
      order_as_written(scale.axes);
    }
    return scales;
  }

  /// TOML tables are sorted by key; a sweep is read in the order it was written.
  static void order_as_written(std::vector<Axis>& axes) {
    std::stable_sort(axes.begin(), axes.end(),
                     [](const Axis& a, const Axis& b) { return a.place.line < b.place.line; });
  }

  /// The same within a line.
  static void in_order(std::vector<Formula>& formulas, const toml::table& table) {
    const auto at = [&](const Formula& f) {
      const auto begin = table.find(f.name)->first.source().begin;
      return std::pair(begin.line, begin.column);
    };
    std::stable_sort(formulas.begin(), formulas.end(),
                     [&](const Formula& a, const Formula& b) { return at(a) < at(b); });
  }

  std::string path_;
  Chain chain_;
  sweep_values::Reader read_;
  Settings settings_;
};

}  // namespace

Error sweep_error(const Place& place, const std::string& what) {
  if (place.line == 0) return Error(ErrorKind::config, fmt::format("{}: {}", place.path, what));
  return Error(ErrorKind::config, fmt::format("{}:{}: {}", place.path, place.line, what));
}

Sweep parse_sweep(const std::string& text, const std::string& path) {
  return Parser(path, {fs::weakly_canonical(path)}).parse(text);
}

Sweep read_sweep_file(const std::string& path) {
  return parse_sweep(read_text(path), path);
}

}  // namespace icsweep
