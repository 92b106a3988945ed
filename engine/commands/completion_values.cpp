#include "engine/commands/completion_values.hpp"

#include <algorithm>

#include "engine/commands/commands.hpp"
#include "engine/commands/pages.hpp"
#include "engine/forecast/workloads.hpp"
#include "engine/sweep/sweep_files.hpp"
#include "engine/sweep/resolved_sweep.hpp"
#include "io/base/error.hpp"
#include "io/figures/figure.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/sweep_file/sweep_file.hpp"
#include "tasks/claims/claim.hpp"

namespace icsweep {
namespace {

std::string value(const TypedLine& line, const std::string& option) {
  const auto found = line.values.find(option);
  return found == line.values.end() ? "" : found->second;
}

/// Grids of the sweep on the line; empty if it cannot be read.
std::vector<Grid> grids(const TypedLine& line) {
  try {
    return read_sweep_file(sweep_file_of(value(line, "sweep"))).grids;
  } catch (const Error&) {
    return {};
  }
}

/// Names of the tasks in the store on the line, else of all tasks.
std::vector<std::string> tasks_of(const TypedLine& line, const TaskRegistry& tasks) {
  std::vector<std::string> names;
  if (const auto store = value(line, "store"); !store.empty()) try {
      const StoreReader reader(store);
      for (const auto& table : reader.tables()) names.push_back(table.table().task);
    } catch (const Error&) {
    }
  if (names.empty())
    for (const Task* task : tasks.all()) names.push_back(task->schema().task);
  return names;
}

/// Schemas of the task on the line, or of the tasks of its sweep or its store; else of all tasks.
std::vector<const Schema*> schemas(const TypedLine& line, const TaskRegistry& tasks) {
  std::vector<std::string> names;
  if (const auto task = value(line, "task"); tasks.get(task)) names = {task};
  else
    for (const auto& grid : grids(line)) names.push_back(grid.task);
  if (names.empty()) names = tasks_of(line, tasks);
  std::vector<const Schema*> all;
  for (const Task* task : tasks.all())
    if (std::find(names.begin(), names.end(), task->schema().task) != names.end()) all.push_back(&task->schema());
  return all;
}

void add(Candidates& all, const std::string& word, const std::string& meaning) {
  if (std::none_of(all.begin(), all.end(), [&](const Candidate& c) { return c.word == word; }))
    all.push_back({word, meaning});
}

/// The word up to and including its last comma.
std::string before_comma(const TypedLine& line) {
  return line.word.substr(0, line.word.rfind(',') + 1);
}

Candidates parameters(const TypedLine& line, const TaskRegistry& tasks, const std::string& before,
                      const std::string& behind) {
  Candidates all;
  for (const Schema* schema : schemas(line, tasks))
    for (const auto& p : schema->parameters) add(all, before + p.name + behind, p.description);
  return all;
}

Candidates plain(const std::vector<std::string>& names) {
  Candidates all;
  for (const auto& name : names) add(all, name, "");
  return all;
}

}  // namespace

Candidates any_files(const TypedLine&, const TaskRegistry&) {
  return plain({":files"});
}

Candidates store_files(const TypedLine&, const TaskRegistry&) {
  return plain({":files h5"});
}

Candidates sweep_files(const TypedLine&, const TaskRegistry&) {
  Candidates all;
  for (const auto& name : shipped_sweeps()) add(all, name, "came with icsweep");
  add(all, ":files toml", "");
  return all;
}

bool is_of_files(Completion completion) {
  return completion == any_files || completion == store_files || completion == sweep_files;
}

Candidates scales(const TypedLine& line, const TaskRegistry&) {
  Candidates all;
  for (const auto& grid : grids(line))
    for (const auto& scale : grid.scales) add(all, scale.name, "");
  return all;
}

Candidates assignments(const TypedLine& line, const TaskRegistry& tasks) {
  const auto equals = line.word.find('=');
  if (equals == std::string::npos) return parameters(line, tasks, "", "=");
  Candidates all;
  for (const Schema* schema : schemas(line, tasks))
    if (const Parameter* p = schema->find(line.word.substr(0, equals))) {
      for (const auto& choice : p->choices) add(all, p->name + '=' + choice, "");
      if (p->choices.empty()) add(all, p->name + '=' + to_text(p->default_value), "the default");
    }
  return all;
}

Candidates task_names(const TypedLine& line, const TaskRegistry& tasks) {
  return plain(tasks_of(line, tasks));
}

Candidates parameter_names(const TypedLine& line, const TaskRegistry& tasks) {
  return parameters(line, tasks, before_comma(line), "");
}

Candidates results(const TypedLine& line, const TaskRegistry& tasks) {
  Candidates all;
  for (const Schema* schema : schemas(line, tasks))
    for (const auto& output : schema->outputs) add(all, before_comma(line) + output.name, output.description);
  return all;
}

Candidates scalars(const TypedLine& line, const TaskRegistry& tasks) {
  Candidates all;
  for (const Schema* schema : schemas(line, tasks))
    for (const auto& output : schema->outputs)
      if (output.dimensions.empty()) add(all, before_comma(line) + output.name, output.description);
  add(all, before_comma(line) + "seconds", "time of an experiment");
  return all;
}

Candidates tasks_or_scalars(const TypedLine& line, const TaskRegistry& tasks) {
  Candidates all = task_names(line, tasks);
  if (all.size() == 1)
    for (const auto& scalar : scalars(line, tasks)) add(all, scalar.word, scalar.meaning);
  return all;
}

Option task_place(Completion completion) {
  return option::place("task", "TASK", "one of its tasks; may be left out if there is one")
      .optional()
      .completed_by(completion);
}

Candidates retried_outcomes(const TypedLine& line, const TaskRegistry&) {
  Candidates all;
  for (const Outcome outcome : unwanted_outcomes) add(all, before_comma(line) + std::string(name_of(outcome)), "");
  add(all, before_comma(line) + "outdated", "result version of another program");
  return all;
}

Candidates claim_names(const TypedLine&, const TaskRegistry&) {
  Candidates all;
  for (const Claim& claim : all_claims()) add(all, claim.name, claim.statement);
  return all;
}

Candidates figure_names(const TypedLine&, const TaskRegistry&) {
  Candidates all;
  for (const auto& figure : all_figures()) add(all, figure.name, figure.title);
  return all;
}

Candidates workloads(const TypedLine&, const TaskRegistry&) {
  return plain(workload_names());
}

Candidates help_topics(const TypedLine&, const TaskRegistry&) {
  Candidates all;
  for (const Command& command : all_commands()) add(all, command.name, command.summary);
  for (const Page& page : pages()) add(all, page.name, page.title);
  return all;
}

}  // namespace icsweep
