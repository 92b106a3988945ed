#include "tasks/program/program_definition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "io/base/parsed_number.hpp"

namespace icsweep {
namespace {

/// Names of columns that every table has, and of a table's parts in HDF5 and SQL. SQL ignores the case of letters.
constexpr std::array store_names{
    "identity", "status",    "message",    "seconds",      "finished",       "host",           "level",
    "rank",     "attempts",  "digest",     "build",        "result_version", "launch",         "planned",
    "checksum", "last_step", "last_loss",  "core_seconds", "weights",        "weights_offset", "weights_count",
    "weight",   "task",      "experiment", "code",         "program_memory"};
constexpr std::array table_names{"experiments", "curves",   "curves_all",        "sweep",
                                 "sweeps",      "launches", "launch_checkpoints"};
constexpr std::int64_t most_values = 100'000'000;  // of one result
constexpr std::int64_t usual_largest = 1000;       // of a dimension without a size

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::config, what);
}

bool is_identifier(std::string_view text) {
  const auto letter = [](char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && text.size() <= 64 && letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || digit(c); });
}

std::string lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
  return text;
}

template <class Names>
bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Names of a table's columns and dimensions, each of which may occur once.
class Names {
 public:
  void add(const std::string& name, const std::string& what) {
    check(name, what);
    if (!taken_.emplace(lower_case(name), what).second)
      refuse(fmt::format("{} \"{}\": the name occurs twice, choose another", what, name));
  }
  /// Several results may have one dimension.
  void add_dimension(const std::string& name) {
    check(name, "dimension");
    if (lower_case(name) == "value") refuse("dimension \"value\": SQL uses it for the numbers, choose another");
    const auto [at, fresh] = taken_.emplace(lower_case(name), "dimension " + name);
    if (!fresh && at->second != "dimension " + name)
      refuse(fmt::format("dimension \"{}\": {} has that name, choose another", name, at->second));
  }

 private:
  static void check(const std::string& name, const std::string& what) {
    if (!is_identifier(name))
      refuse(fmt::format("{} \"{}\": use letters, digits and _, a letter first, at most 64", what, name));
    if (contains(store_names, lower_case(name)))
      refuse(fmt::format("{} \"{}\": the store has a column of that name, choose another", what, name));
  }
  std::map<std::string, std::string> taken_;  // in lower case: the owner of a name
};

/// Splits "m[3][4]" into "m", "3", "4"; returns nothing for other texts.
std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts{text.substr(0, text.find('['))};
  for (std::size_t at = parts[0].size(); at < text.size();) {
    const std::size_t end = text[at] == '[' ? text.find(']', at) : text.npos;
    if (end == text.npos) return {};
    parts.push_back(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return parts;
}

[[noreturn]] void refuse_result(const std::string& text) {
  refuse(fmt::format(
      "results: \"{}\": write a number as \"test_mse\", a curve as \"loss[100]\", \"loss[checkpoint=100]\", "
      "\"loss[checkpoint<=100]\" or \"loss[checkpoint]\", of 1 to 1e8 values",
      text));
}

/// Reads what is between brackets: "100", "head=3", "checkpoint<=100" or "checkpoint".
Dimension dimension_of(const std::string& text, const std::string& part, const std::string& default_name) {
  if (is_identifier(part)) return {part, [](const Config&) { return usual_largest; }, true, true};
  const std::size_t up_to = part.find("<="), equals = part.find('=');
  const std::string number = equals == part.npos ? part : part.substr(equals + 1);
  const std::int64_t size = whole_number(number).value_or(0);
  if (size < 1 || size > most_values) refuse_result(text);
  return {equals == part.npos ? default_name : part.substr(0, std::min(up_to, equals)),
          [size](const Config&) { return size; }, up_to != part.npos};
}

std::int64_t size_of(const Dimension& dimension) {
  return dimension.size(Config());
}

}  // namespace

Output program_output(const std::string& text) {
  const auto parts = split(text);
  if (parts.empty()) refuse_result(text);
  Output output{parts[0], "result of the program", {}};
  std::int64_t values = 1;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string number = parts.size() == 2 ? "" : std::to_string(i);
    output.dimensions.push_back(dimension_of(text, parts[i], fmt::format("{}_index{}", parts[0], number)));
    if (i > 1 && output.dimensions.back().up_to)
      refuse(fmt::format("results: \"{}\": only the first dimension may vary, give the others a size", text));
    values *= size_of(output.dimensions.back());
    if (values > most_values) refuse(fmt::format("results: \"{}\": has more than 1e8 values", text));
  }
  return output;
}

Schema program_schema(const ProgramDefinition& program) {
  const bool reserved = lower_case(program.name).starts_with("sqlite_");  // sqlite_master has SQLite's own rows
  if (!is_identifier(program.name) || reserved || contains(table_names, lower_case(program.name)))
    refuse(fmt::format("name \"{}\": {}", program.name,
                       is_identifier(program.name) ? "SQL has a table of that name, choose another"
                                                   : "use letters, digits and _, a letter first, at most 64"));
  Schema schema{program.name, 1, program.parameters, {}};
  Names names;
  for (auto& p : schema.parameters) {
    names.add(p.name, "parameter");
    p.gives_more = p.name == program.steps;
  }
  schema.parameters.push_back(code_hash(program.code, "hash of the program's files and command"));
  std::map<std::string, std::int64_t> sizes;
  for (const auto& result : program.results) {
    const Output& output = schema.outputs.emplace_back(program_output(result));
    names.add(output.name, "result");
  }
  if (schema.outputs.empty()) refuse(fmt::format("results of {}: are missing, name at least one", program.name));
  for (const auto& output : schema.outputs)
    for (std::size_t i = 0; i < output.dimensions.size(); ++i) {
      const Dimension& d = output.dimensions[i];
      names.add_dimension(d.name);
      const auto same = [&](const Dimension& other) { return other.name == d.name; };
      if (std::any_of(output.dimensions.begin(), output.dimensions.begin() + std::ptrdiff_t(i), same))
        refuse(fmt::format("result \"{}\": has the dimension {} twice, name them apart", output.name, d.name));
      if (sizes.emplace(d.name, size_of(d)).first->second != size_of(d))
        refuse(fmt::format("dimension \"{}\": has two sizes, name them apart", d.name));
    }
  return schema;
}

}  // namespace icsweep
