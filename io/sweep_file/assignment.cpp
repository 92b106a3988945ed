#include "io/sweep_file/sweep_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/sweep_file/sweep_values.hpp"

namespace icsweep {
namespace {

constexpr std::string_view fixed[] = {"zip", "where", "derive", "scale", "include", "name"};

[[noreturn]] void refuse_assignment(const std::string& text, const std::string& what) {
  throw Error(ErrorKind::config, fmt::format("--set {}: {}", text, what));
}

/// Parses NAME = VALUE as a table with one key.
toml::table parse_line(const std::string& text, const std::string& name, const std::string& value) {
  try {
    toml::table table = toml::parse(fmt::format("{} = {}", name, value));
    if (table.size() != 1) refuse_assignment(text, "a name cannot begin with #");  // a comment
    return table;
  } catch (const toml::parse_error& e) {
    std::string what(e.description());
    std::replace(what.begin(), what.end(), '\n', ' ');
    refuse_assignment(text, what);
  }
}

bool is_toml(const std::string& value) {
  try {
    (void)toml::parse("x = " + value);
    return true;
  } catch (const toml::parse_error&) {
    return false;
  }
}

/// The list with quotes around its words: [sca, 3] becomes ["sca", 3]. Empty for anything but a list of words and
/// numbers.
std::string quoted_list(const std::string& value) {
  if (value.size() < 3 || value.front() != '[' || value.back() != ']') return "";
  const std::string inside = value.substr(1, value.size() - 2);
  if (inside.find_first_of("\"'[]{}\\") != std::string::npos) return "";
  std::string list;
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = inside.find(',', begin);
    const std::string part = inside.substr(begin, end - begin);
    const auto first = part.find_first_not_of(" \t");
    if (first == std::string::npos) return "";
    const std::string word = part.substr(first, part.find_last_not_of(" \t") + 1 - first);
    list += (list.empty() ? "" : ", ") + (is_toml(word) ? word : '"' + word + '"');
  }
  return '[' + list + ']';
}

/// Reads the value as TOML or, if that fails, as a text or list of texts without quotes.
toml::table parse_value(const std::string& text, const std::string& name, const std::string& value) {
  try {
    return parse_line(text, name, value);
  } catch (const Error&) {
    if (const std::string list = quoted_list(value); !list.empty()) return parse_line(text, name, list);
    if (value.empty() || value.find_first_of("\"'[]{}\\") != std::string::npos) throw;
    return parse_line(text, name, '"' + value + '"');
  }
}

}  // namespace

bool take_setting(const std::string& name, const Settings& from, Settings& to) {
  if (name == "time_limit") to.time_limit = from.time_limit;
  else if (name == "retries") to.retries = from.retries;
  else if (name == "keep_weights") to.keep_weights = from.keep_weights;
  else if (name == "resources") to.resources = from.resources, to.resources_place = from.resources_place;
  else return false;
  return true;
}

SetOption parse_assignment(const std::string& text) {
  if (std::any_of(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }))
    throw Error(ErrorKind::config, "--set: one PARAMETER=VALUE on one line, give --set again for another");
  const auto sign = text.find('=');
  if (sign == text.npos || sign == 0 || text.find_first_not_of(" \t") == sign)
    refuse_assignment(text, "write PARAMETER=VALUE, such as --set depth=3");
  if (std::any_of(text.begin(), text.end(), [](char c) { return (c >= 0 && c < ' ' && c != '\t') || c == 0x7f; }))
    refuse_assignment(text, "has a control character, remove it");
  const std::string key = text.substr(0, text.find_last_not_of(" \t", sign - 1) + 1);
  SetOption assignment{text, key.substr(key.find_first_not_of(" \t"))};
  if (assignment.name == "task") refuse_assignment(text, "the task of a grid cannot be set, edit the sweep file");
  const toml::table table = parse_value(text, key, text.substr(sign + 1));
  const toml::key& name = table.begin()->first;
  const toml::node& node = table.begin()->second;
  std::int64_t values = 0;
  const sweep_values::Reader read("--set " + text, values, false);
  Settings settings;
  if (assignment.name == "sample") assignment.sample = sweep_values::read_sample(read, node);
  else if (sweep_values::read_setting(read, name.str(), node, settings)) assignment.settings = settings;
  else if (std::ranges::count(fixed, name.str()) || sweep_values::names_code(name, node))
    refuse_assignment(
        text,
        "only parameters, sample, time_limit, retries, keep_weights and resources can be set; write it into the sweep "
        "file");
  else {
    std::vector<Axis> axes;
    read.axes(name, node, axes);
    if (axes.size() > 1) refuse_assignment(text, "sets several parameters, give --set once for each");
    assignment.axis = axes.at(0);
    assignment.name = assignment.axis->name;
  }
  return assignment;
}

}  // namespace icsweep
