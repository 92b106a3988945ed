#include "engine/ledger/stored_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "engine/ledger/stored_task.hpp"
#include "engine/search/planned_experiments.hpp"
#include "engine/sweep/code_of_sweep.hpp"
#include "engine/sweep/overrides.hpp"
#include "io/store/launches.hpp"

namespace icsweep {
namespace {

/// Changes of a command line to its sweep file.
struct Changes {
  std::string scale;
  std::vector<std::string> set;
};

/// True for an abbreviation, which the command line allows.
bool is_short_for(const std::string& option, std::initializer_list<std::string_view> names) {
  const auto longer = [&](std::string_view name) { return name != option && name.starts_with(option); };
  return option.size() > 2 && std::any_of(names.begin(), names.end(), longer);
}

/// Reads the changes from a command such as "mpirun -n 2 icsweep run s.toml -o s.h5 --scale quick". Returns nothing if
/// the sweep file alone does not decide what is planned: with --add, and before version 2 of the store, which stored
/// commands without quotes, also with --set or --only.
std::optional<Changes> changes_of(const StoreHeader& header) {
  const auto words = command_words(header.command);
  if (!words) return std::nullopt;
  const auto run = std::find(words->begin(), words->end(), "run");
  if (run == words->begin() || run == words->end() || run[-1] != "icsweep") return std::nullopt;
  Changes changes;
  for (auto word = run + 1; word != words->end(); ++word) {
    const std::size_t equals = word->find('=');
    const std::string option = word->starts_with("--") ? word->substr(0, equals) : "";
    const auto value = [&] {
      return equals != std::string::npos ? word->substr(equals + 1) : word + 1 != words->end() ? *++word : "";
    };
    if (option == "--add" || (header.version < 2 && (option == "--set" || option == "--only"))) return std::nullopt;
    if (is_short_for(option, {"--scale", "--set", "--add"})) return std::nullopt;
    if (option == "--scale") changes.scale = value();
    else if (option == "--set") changes.set.push_back(value());
  }
  return changes;
}

std::set<std::string> tasks_named_in(const Sweep& sweep) {
  std::set<std::string> names;
  for (const Grid& grid : sweep.grids) names.insert(grid.task);
  return names;
}

std::string lacking_text(const TaskRegistry& tasks, const std::set<std::string>& names) {
  for (const auto& name : names)
    if (!tasks.get(name)) return fmt::format("this program has no task \"{}\"", name);
  return "";
}

/// The sweep of a store without a resolved text.
StoredSweep early_sweep(const TaskRegistry& tasks, const StoreHeader& header) {
  const auto changes = changes_of(header);
  if (!changes) return {.unknown = "its command line may have changed the sweep"};
  if (header.sweep_text.find("\n# included: ") != std::string::npos)
    return {.unknown = "its sweep file includes others"};
  Sweep sweep = parse_stored_sweep(header.sweep_text);
  if (names_code(tasks, sweep)) return {.unknown = "the identities of its experiments follow from code that it names"};
  StoredSweep stored{.tasks = tasks_named_in(sweep)};
  stored.unknown = lacking_text(tasks, stored.tasks);
  if (!stored.unknown.empty()) return stored;
  if (!changes->scale.empty()) sweep = at_scale(tasks, std::move(sweep), changes->scale);
  for (const auto& assignment : changes->set) sweep = with_setting(tasks, std::move(sweep), assignment);
  stored.sweep.emplace(std::move(sweep), tasks);
  return stored;
}

/// Runs a search for points. Its error makes them unknown.
void find_points(PlannedPoints& points, const std::function<void()>& find) {
  try {
    find();
  } catch (const Error& e) {
    points.unknown = fmt::format("its sweep cannot be expanded ({})", e.what());
    points.broken = true;
  }
}

StoredSweep with_facts(PlannedPoints& points, StoredSweep stored) {
  points.unknown = stored.unknown;
  points.tasks = stored.tasks;
  return stored;
}

void expand_into(PlannedPoints& points, const ResolvedSweep& resolved, const EndedExperiments& ended) {
  Sweep sweep = resolved.sweep();
  sweep.search.reset();  // it plans nothing, and a table does not describe what it needs of a user's code
  PlannedExperiments planned = planned_experiments(ResolvedSweep(std::move(sweep), resolved.tasks()), ended);
  for (auto& e : planned.points.experiments) points.identities.insert(e.identity);
}

}  // namespace

StoredSweep stored_sweep(const TaskRegistry& tasks, const Store& store) {
  TaskRegistry all = tasks;
  for (const auto& table : store.tables())
    if (!tasks.get(table.table().task)) all.add(stored_task(table.table()));
  return stored_sweep(store.header().resolved.empty() ? tasks : all, store.header());
}

StoredSweep stored_sweep(const TaskRegistry& tasks, const StoreHeader& header) {
  if (header.resolved.empty()) return early_sweep(tasks, header);
  const Sweep sweep = parse_stored_sweep(header.resolved);
  StoredSweep stored{.tasks = tasks_named_in(sweep)};
  stored.unknown = lacking_text(tasks, stored.tasks);
  if (stored.unknown.empty()) stored.sweep.emplace(sweep, tasks);
  return stored;
}

std::string PlannedPoints::of(const std::string& identity, const std::string& decimal) const {
  return identities.contains(identity) ? identity : identities.contains(decimal) ? decimal : "";
}

PointsByRows::PointsByRows(const TaskRegistry& tasks, const Store& store) {
  find_points(points_, [&] { stored_ = with_facts(points_, stored_sweep(tasks, store)); });
  if (stored_.sweep) ended_.emplace(*stored_.sweep);
}

void PointsByRows::add(const std::string& task, const CheckedRow& row) {
  if (ended_) ended_->add(task, row);
}

PlannedPoints PointsByRows::points() {
  if (points_.unknown.empty()) find_points(points_, [&] { expand_into(points_, *stored_.sweep, ended_->take()); });
  return std::move(points_);
}

PlannedPoints planned_points(const TaskRegistry& tasks, const StoreHeader& header) {
  PlannedPoints points;
  find_points(points, [&] {
    const StoredSweep stored = with_facts(points, stored_sweep(tasks, header));
    if (stored.sweep && stored.sweep->sweep().rounds)
      points.unknown = "its rounds of proposals follow from results that are not here";
    if (points.unknown.empty()) expand_into(points, *stored.sweep, {});
  });
  return points;
}

}  // namespace icsweep
