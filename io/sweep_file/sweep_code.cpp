#include "io/sweep_file/sweep_values.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace icsweep::sweep_values {
namespace {

constexpr std::string_view program = "program";

void read_added(const Reader& read, const toml::key& key, const toml::node& node, Code& code) {
  const std::string name = fmt::format("{}.added", code.key);
  const toml::table* table = node.as_table();
  code.added_place = read.place(key);
  if (!table)
    read.fail(code.added_place.line,
              fmt::format("{} must be a table of new parameters and the values of their earlier results, such as "
                          "{{ dropout = 0.0 }}",
                          name));
  for (const auto& [parameter, value] : *table) {
    if (value.is_array() || value.is_table())
      read.fail(read.place(parameter).line,
                fmt::format("{}.{} must be one number or text, the value of earlier results", name, parameter.str()));
    code.added[std::string(parameter.str())] = read.value(fmt::format("{}.{}", name, parameter.str()), value);
  }
}

std::string version_text(const Reader& read, const std::string& name, const toml::node& node) {
  const Value value = read.value(name, node);
  const std::string text = to_text(value);
  if (text.empty() || (type_of(value) != ValueType::text && type_of(value) != ValueType::integer))
    read.fail(read.place(node).line, fmt::format("{} must be an integer or a text, such as 1", name));
  return text;
}

void read_program(const Reader& read, const toml::table& table, Code& code) {
  static constexpr std::string_view known[] = {"command", "results", "files", "name"};
  for (const auto& [key, node] : table) {
    const std::string name = fmt::format("program.{}", key.str());
    if (key == "seconds") code.seconds = read.seconds(name, node);
    else if (key == "added") read_added(read, key, node, code);
    else if (key == "silent_after") code.silent_after = read.seconds(name, node);
    else if (key == "version") code.texts["version"] = {version_text(read, name, node)};
    else if (key == "steps" || key == "at_rung")
      code.texts[std::string(key.str())] = {read.text(name, node)},
      code.places[std::string(key.str())] = read.place(node);
    else if (std::ranges::find(known, key.str()) != std::end(known))
      code.texts[std::string(key.str())] = read.texts(name, node);
    else
      read.fail(
          read.place(key).line,
          fmt::format(
              "unknown key \"{}\", program has: {}, steps, at_rung, version, seconds, silent_after, added; write a "
              "parameter as {}",
              name, fmt::join(known, ", "), key.str()));
  }
  for (const char* key : {"command", "results"})
    if (!code.texts.contains(key))
      read.fail(code.place.line, fmt::format("the program has no {0}, add program.{0} = [\"...\"]", key));
}

}  // namespace

bool names_code(const toml::key& key, const toml::node& node) {
  return node.is_table() && (key == program || node.as_table()->contains("file"));
}

void read_code(const Reader& read, const toml::key& key, const toml::table& table, Grid& grid) {
  if (grid.code)
    read.fail(read.place(key).line,
              fmt::format("a grid names one piece of code, and has {} and {}", grid.code->key, key.str()));
  Code& code = grid.code.emplace(Code{std::string(key.str()), {}, 0, 0, read.place(key)});
  if (key == program) return read_program(read, table, code);
  for (const auto& [name, node] : table) {
    if (name == "file") {
      code.texts["file"] = {read.text(fmt::format("{}.file", key.str()), node)};
      continue;
    }
    if (name == "files") {
      code.texts["files"] = read.texts(fmt::format("{}.files", key.str()), node);
      continue;
    }
    if (name == "added" && node.is_table()) {
      read_added(read, name, node, code);
      continue;
    }
    const auto first = std::ptrdiff_t(grid.axes.size());
    read.axes(name, node, grid.axes);
    std::for_each(grid.axes.begin() + first, grid.axes.end(),
                  [&](Axis& axis) { axis.name = fmt::format("{}_{}", key.str(), axis.name); });
  }
}

}  // namespace icsweep::sweep_values
