#include <algorithm>
#include <functional>

#include "engine/commands/completion.hpp"
#include "engine/forecast/workloads.hpp"
#include "engine/sweep/shipped_sweeps.hpp"
#include "engine/sweep/resolved_sweep.hpp"
#include "io/error.hpp"
#include "io/figures/figure.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/sweep_file/sweep_file.hpp"
#include "tasks/claims/claim.hpp"

namespace icsweep {
namespace {

using Candidates = std::vector<Candidate>;

struct Line : TypedLine {
  const TaskRegistry& tasks;
};

std::string value(const Line& line, const std::string& option) {
  const auto found = line.values.find(option);
  return found == line.values.end() ? "" : found->second;
}

/// The grids of the sweep that the line names; empty if it cannot be read.
std::vector<Grid> grids(const Line& line) {
  try {
    return read_sweep_file(sweep_file_of(value(line, "sweep"))).grids;
  } catch (const Error&) {
    return {};
  }
}

/// Names of the tasks in the store that the line names, else of all tasks.
std::vector<std::string> tasks(const Line& line) {
  std::vector<std::string> names;
  if (const auto store = value(line, "store"); !store.empty()) try {
      const StoreReader reader(store);
      for (const auto& table : reader.tables()) names.push_back(table.table().task);
    } catch (const Error&) {
    }
  if (names.empty())
    for (const Task* task : line.tasks.all()) names.push_back(task->schema().task);
  return names;
}

/// Schemas of the task that the line names, or of its sweep's tasks, or of its store's; else of all tasks.
std::vector<const Schema*> schemas(const Line& line) {
  std::vector<std::string> names;
  if (const auto task = value(line, "task"); !task.empty()) names = {task};
  else
    for (const auto& grid : grids(line)) names.push_back(grid.task);
  if (names.empty()) names = tasks(line);
  std::vector<const Schema*> all;
  for (const Task* task : line.tasks.all())
    if (std::find(names.begin(), names.end(), task->schema().task) != names.end()) all.push_back(&task->schema());
  return all;
}

void add(Candidates& all, const std::string& word, const std::string& meaning) {
  if (std::none_of(all.begin(), all.end(), [&](const Candidate& c) { return c.word == word; }))
    all.push_back({word, meaning});
}

Candidates parameters(const Line& line, const std::string& before = "", const std::string& behind = "") {
  Candidates all;
  for (const Schema* schema : schemas(line))
    for (const auto& p : schema->parameters) add(all, before + p.name + behind, p.description);
  return all;
}

/// Candidates "depth="; after the = the choices of a text, or the default value.
Candidates assignments(const Line& line) {
  const auto equals = line.word.find('=');
  if (equals == std::string::npos) return parameters(line, "", "=");
  Candidates all;
  for (const Schema* schema : schemas(line))
    if (const Parameter* p = schema->find(line.word.substr(0, equals))) {
      for (const auto& choice : p->choices) add(all, p->name + '=' + choice, "");
      if (p->choices.empty()) add(all, p->name + '=' + to_text(p->default_value), "the default");
    }
  return all;
}

/// The word up to its last comma, that comma included.
std::string before_comma(const Line& line) {
  return line.word.substr(0, line.word.rfind(',') + 1);
}

Candidates outputs(const Line& line, bool scalars) {
  Candidates all;
  for (const Schema* schema : schemas(line))
    for (const auto& output : schema->outputs)
      if (!scalars || output.dimensions.empty()) add(all, output.name, output.description);
  if (scalars) add(all, "seconds", "time of an experiment");
  return all;
}

Candidates scales(const Line& line) {
  Candidates all;
  for (const auto& grid : grids(line))
    for (const auto& scale : grid.scales) add(all, scale.name, "");
  return all;
}

Candidates sweeps(const Line&) {
  Candidates all;
  for (const auto& name : shipped_sweeps()) add(all, name, "came with icsweep");
  add(all, ":files toml", "");
  return all;
}

Candidates outcomes(const Line& line) {
  Candidates all;
  for (const auto outcome : {Outcome::failed, Outcome::timed_out, Outcome::crashed, Outcome::diverged})
    add(all, before_comma(line) + std::string(name_of(outcome)), "");
  return all;
}

Candidates claims(const Line&) {
  Candidates all;
  for (const Claim& claim : all_claims()) add(all, claim.name, claim.statement);
  return all;
}

Candidates figures(const Line&) {
  Candidates all;
  for (const auto& figure : all_figures()) add(all, figure.name, figure.title);
  return all;
}

Candidates plain(const std::vector<std::string>& names) {
  Candidates all;
  for (const auto& name : names) add(all, name, "");
  return all;
}

/// By the name of an option or positional argument, which has the same meaning in every command.
const std::map<std::string, std::function<Candidates(const Line&)>> by_option{
    {"array", [](const Line& l) { return outputs(l, false); }},
    {"by", [](const Line& l) { return parameters(l, before_comma(l)); }},
    {"claim", claims},
    {"csv", [](const Line& l) { return plain(tasks(l)); }},
    {"figure", figures},
    {"format",
     [](const Line&) {
       return plain({"table", "csv", "json", "jsonl"});
     }},
    {"metric", [](const Line& l) { return outputs(l, true); }},
    {"name", figures},
    {"only", [](const Line& l) { return parameters(l); }},
    {"output", [](const Line&) { return plain({":files"}); }},
    {"retry", outcomes},
    {"scale", scales},
    {"set", assignments},
    {"store", [](const Line&) { return plain({":files h5"}); }},
    {"stores", [](const Line&) { return plain({":files h5"}); }},
    {"sweep", sweeps},
    {"task", [](const Line& l) { return plain(tasks(l)); }},
    {"train", [](const Line&) { return plain(workload_names()); }},
    {"workload", [](const Line&) { return plain(workload_names()); }},
};

}  // namespace

std::vector<Candidate> values_of(const TypedLine& line, const TaskRegistry& tasks) {
  const auto found = by_option.find(line.option);
  return found == by_option.end() ? Candidates{} : found->second(Line{line, tasks});
}

}  // namespace icsweep
