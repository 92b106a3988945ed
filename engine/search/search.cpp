#include "engine/search/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/sweep/points.hpp"
#include "io/base/phrases.hpp"

namespace icsweep {
namespace {

using Names = std::set<std::string>;

const Parameter& parameter_of(const Schema& schema, const SearchTable::Key& key, const char* role) {
  if (const Parameter* parameter = schema.find(key.name)) return *parameter;
  throw sweep_error(key.place, fmt::format("{} = \"{}\": task {} has no such parameter{}", role, key.name, schema.task,
                                           parameter_suggestion(key.name, {&schema})));
}

void check_resource(const Task& task, const SearchTable::Key& key) {
  const Schema& schema = task.schema();
  if (parameter_of(schema, key, "resource").gives_more) return;
  std::vector<std::string> known;
  for (const auto& p : schema.parameters)
    if (p.gives_more) known.push_back(p.name);
  if (known.empty() && task.has_own_process())
    throw sweep_error(key.place, fmt::format("resource = \"{0}\": add program.steps = \"{0}\" to the grid of {1}, if "
                                             "this is its number of steps",
                                             key.name, schema.task));
  throw sweep_error(key.place,
                    fmt::format("resource = \"{}\": a rung cannot give {} less of it, {}", key.name, schema.task,
                                known.empty() ? "nor of any other parameter: it has no search"
                                              : fmt::format("take {}", fmt::join(known, " or "))));
}

const Output& metric_of(const Task& task, const SearchTable::Key& key) {
  const Schema& schema = task.schema();
  const Output* output = schema.find_output(key.name);
  if (output && is_training_curve(*output)) return *output;
  std::vector<std::string> curves;
  for (const auto& o : schema.outputs)
    if (is_training_curve(o)) curves.push_back(o.name);
  const std::string none = task.has_own_process()
                               ? fmt::format("declare \"{}[checkpoint=N]\" in program.results", key.name)
                               : "this task has none";
  throw sweep_error(key.place, fmt::format("metric \"{}\": {} {}; a rung looks at a curve along training: {}", key.name,
                                           schema.task, output ? "has it at the end alone" : "has no such result",
                                           curves.empty() ? none : fmt::format("{}", fmt::join(curves, ", "))));
}

/// Number of checkpoints of a whole training. A curve without a length has one per step, of which the store must have
/// room for all.
std::int64_t checkpoints_of(const SearchTable& table, const Experiment& e, const Output& metric, std::int64_t steps) {
  const Dimension& dimension = metric.dimensions[0];
  const std::int64_t size = dimension.size(e.config);
  if (!dimension.thins) return size;
  if (steps <= size) return steps;
  throw sweep_error(table.metric.place,
                    fmt::format("metric \"{0}\": a curve without a length keeps {1} values, and {2} = {3}: declare "
                                "\"{0}[checkpoint<=N]\" in the results of {4}, N values in {3} steps",
                                metric.name, size, table.resource.name, steps, e.task->schema().task));
}

/// Checked metric and parameters of one task.
struct TaskSearch {
  const Output* metric;
  Names over, per;
};

TaskSearch task_search(const SearchTable& table, const Task& task) {
  const Schema& schema = task.schema();
  TaskSearch search;
  check_resource(task, table.resource);
  search.metric = &metric_of(task, table.metric);
  for (const auto& key : table.per) search.per.insert(parameter_of(schema, key, "per").name);
  if (table.over) {
    for (const auto& key : *table.over) search.over.insert(parameter_of(schema, key, "over").name);
  } else {
    for (const auto& p : schema.parameters)
      if (p.repeats && !search.per.contains(p.name)) search.over.insert(p.name);
  }
  return search;
}

/// "depth=3 dim=5" of the parameters for which `is_named` holds.
template <class IsNamed>
std::string values_text(const Config& config, IsNamed is_named) {
  std::string text;
  config.for_each([&](const std::string& name, const Value& value) {
    if (is_named(name)) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, to_text(value));
  });
  return text;
}

/// Collects the settings of each race in the sweep's order.
class Races {
 public:
  void add(const std::string& race, const std::string& setting, ExperimentIndex experiment) {
    const auto [at, fresh] = races_.try_emplace(race, RaceIndex(all_.size()));
    if (fresh) all_.push_back({race, {}, {}});
    Search::Race& plan = all_[at->second];
    const auto [place, first] = settings_.try_emplace({at->second, setting}, SettingIndex(plan.settings.size()));
    if (first) plan.settings.push_back({});
    plan.settings[place->second].push_back(experiment);
  }
  Indexed<RaceIndex, Search::Race> take() { return std::move(all_); }

 private:
  Indexed<RaceIndex, Search::Race> all_;
  std::map<std::string, RaceIndex> races_;
  std::map<std::pair<RaceIndex, std::string>, SettingIndex> settings_;
};

void expect_one_length(const SearchTable& table, const Search::Race& race, const std::vector<Experiment>& experiments) {
  const auto rungs_of = [&](const auto& setting) { return experiments[setting.front().value()].rungs->text(); };
  const std::string first = rungs_of(*race.settings.begin());
  for (const auto& setting : race.settings)
    for (const ExperimentIndex e : setting)
      if (const std::string other = experiments[e.value()].rungs->text(); other != first)
        throw sweep_error(table.resource.place,
                          fmt::format("{} takes several values in a race ({} and {}): give it one, or name it in per",
                                      table.resource.name, first, other));
}

AtRung at_rung_of(const SearchTable& table, const Experiment& e) {
  if (const auto at_rung = e.task->at_rung(e.config)) return *at_rung;
  throw sweep_error(
      table.place,
      fmt::format("{} does not declare what it does at a rung: add program.at_rung = \"saves\" to its grid "
                  "if it saves itself, else \"restarts\" or \"continues\"",
                  e.task->schema().task));
}

/// Expects experiments that can follow each scout.
void send_scouts(const SearchTable& table, Search::Race& race) {
  race.rules.scouts = true;
  for (const auto& setting : race.settings)
    if (setting.size() < 2)
      throw sweep_error(table.place, fmt::format("scouts: a setting of {} has one experiment, and no other follows it: "
                                                 "give it two seeds or more, or take method = \"halving\"",
                                                 race.label));
}

}  // namespace

bool is_training_curve(const Output& output) {
  return output.dimensions.size() == 1 && is_along_training({output.dimensions[0].name});
}

Search make_search(const SearchTable& table, std::vector<Experiment>& experiments) {
  std::map<const Task*, TaskSearch> tasks;
  std::map<std::string, Shared<Rungs>> known;
  Races races;
  const bool scouts = table.method == SearchTable::Method::scouts;
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    Experiment& e = experiments[i];
    const Schema& schema = e.task->schema();
    auto found = tasks.find(e.task);
    if (found == tasks.end()) found = tasks.emplace(e.task, task_search(table, *e.task)).first;
    const TaskSearch& search = found->second;
    const Shared<Rungs> rungs(located(table.place, "", [&] {
      const std::string &metric = table.metric.name, &resource = table.resource.name;
      const std::int64_t of = e.config.integer(resource);
      const std::int64_t checkpoints = checkpoints_of(table, e, *search.metric, of);
      if (scouts) return make_looks(metric, resource, of, checkpoints);
      return make_rungs(metric, resource, of, checkpoints, table.eta,
                        table.rungs ? *table.rungs : rungs_that_fit(checkpoints, table.eta, SearchTable::usual_rungs));
    }));
    e.rungs = known.try_emplace(rungs->text(), rungs).first->second;
    e.number = ExperimentIndex(i);
    const auto is_per = [&](const std::string& name) { return search.per.contains(name); };
    const std::string per = values_text(e.config, is_per);
    races.add(per.empty() ? schema.task : schema.task + " " + per,
              values_text(e.config, [&](const std::string& name) { return !search.over.contains(name); }), e.number);
  }
  Search search{table, races.take()};
  for (auto& race : search.races) {
    const Experiment& first = experiments[race.settings.begin()->front().value()];
    race.rules = {std::size_t(table.eta), first.rungs->count(), std::size_t(table.keep_of(race.settings.size())),
                  table.largest};
    race.rules.at_rung = at_rung_of(table, first);
    expect_one_length(table, race, experiments);
    for (const auto place : first.rungs->at) race.at.push_back(double(place) / double(first.rungs->of));
    if (scouts) send_scouts(table, race);
  }
  return search;
}

}  // namespace icsweep
