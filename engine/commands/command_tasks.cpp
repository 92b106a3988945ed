#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "io/query/text_grid.hpp"
#include "io/schema/json.hpp"
#include "io/base/say.hpp"
#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

using Json = nlohmann::ordered_json;

bool is_bounded(const Parameter& p) {
  return p.type() != ValueType::text && std::isfinite(p.minimum) && std::isfinite(p.maximum);
}

/// Possible values of a parameter: "1 to 1000", "linear, softmax", "any text".
std::string values_of(const Parameter& p) {
  if (p.type() == ValueType::text)
    return p.choices.empty() ? "any text" : fmt::format("{}", fmt::join(p.choices, ", "));
  return is_bounded(p) ? fmt::format("{:g} to {:g}", p.minimum, p.maximum) : std::string(name_of(p.type()));
}

std::vector<std::string> dimensions_of(const Output& output) {
  std::vector<std::string> names;
  for (const auto& d : output.dimensions) names.push_back(d.name);
  return names;
}

Json json_of(const Parameter& p) {
  constexpr const char* types[] = {"integer", "real", "text"};
  Json json{{"name", p.name}, {"type", types[std::size_t(p.type())]}};
  json["default"] = value_json(p.default_value);
  if (is_bounded(p)) json["minimum"] = p.minimum, json["maximum"] = p.maximum;
  if (!p.choices.empty()) json["choices"] = p.choices;
  json["description"] = p.description;
  if (p.gives_more) json["resource"] = true;
  return json;
}

Json json_of(const Task& task) {
  const Schema& schema = task.schema();
  Json parameters = Json::array(), results = Json::array();
  for (const auto& p : schema.parameters) parameters.push_back(json_of(p));
  for (const auto& output : schema.outputs)
    results.push_back(
        {{"name", output.name}, {"dimensions", dimensions_of(output)}, {"description", output.description}});
  return {{"task", schema.task},
          {"summary", task.summary()},
          {"result_version", schema.result_version},
          {"parameters", parameters},
          {"results", results}};
}

void print_all(const TaskRegistry& tasks) {
  TextGrid grid(2);
  for (const Task* task : tasks.all()) grid.add(task->schema().task, true), grid.add(task->summary(), true);
  grid.print(std::cout);
  say("\nicsweep tasks TASK lists parameters and results of one.\n");
}

using TextRow = std::vector<std::string>;

/// Aligns columns within 80 characters. The last column gets the rest; it and texts of several words are wrapped.
void print_within_page(const std::vector<TextRow>& rows) {
  constexpr int page = 80, broken = 18;  // columns of the page, of a cell before the last
  const std::size_t last = rows[0].size() - 1;
  std::vector<int> widths(rows[0].size(), broken);
  widths[last] = page;
  for (std::size_t c = 0; c < last; ++c) {
    int widest = 0;
    for (const TextRow& row : rows)
      for (const auto& line : wrapped(row[c], broken)) widest = std::max(widest, columns_of(line));
    widths[last] -= widest + 2;
  }
  TextGrid grid(rows[0].size());
  for (const TextRow& row : rows) grid.add_wrapped(row, widths);
  grid.print(std::cout);
}

void print(const Task& task) {
  const Schema& schema = task.schema();
  say("{}: {}\n\n", schema.task, task.summary());
  std::vector<TextRow> parameters{{"parameter", "default", "values", "meaning"}},
      results{{"result", "of each", "meaning"}};
  for (const auto& p : schema.parameters)
    parameters.push_back(
        {p.name, to_text(p.default_value), values_of(p), p.description + (p.gives_more ? "; resource" : "")});
  for (const auto& output : schema.outputs)
    results.push_back({output.name, fmt::format("{}", fmt::join(dimensions_of(output), " x ")), output.description});
  print_within_page(parameters);
  say("\n");
  print_within_page(results);
}

}  // namespace

OptionTable tasks_options() {
  using namespace option;
  return {{place("task", "TASK", "the task to list; without it all are named").optional().completed_by(task_names),
           flag("json", "the same as JSON"), no_pager()}};
}

int tasks_command(const Command& self, const Arguments& arguments, const Surroundings& s) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  const std::string name = given->text("task");
  const bool json = given->flag("json");
  if (!name.empty()) {
    const Task& task = s.tasks.find(name);
    json ? say("{}\n", json_of(task).dump()) : print(task);
  } else if (json) {
    Json all = Json::array();
    for (const Task* task : s.tasks.all()) all.push_back(json_of(*task));
    say("{}\n", all.dump());
  } else {
    print_all(s.tasks);
  }
  return exit_success;
}

}  // namespace icsweep
