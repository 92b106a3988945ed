#include "engine/sweep/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/sweep/overrides.hpp"
#include "engine/sweep/points.hpp"
#include "engine/sweep/repetitions.hpp"
#include "io/base/text_columns.hpp"
#include "io/schema/identity_text.hpp"

namespace icsweep {
namespace {

bool has_weights(const Task& task) {
  return !task.weights(default_config(task.schema())).empty();
}

/// Throws Error(config) that lists the tasks with weights if this one has none.
void require_weights(const TaskRegistry& tasks, const Task& task) {
  if (has_weights(task)) return;
  std::vector<std::string> able;
  for (const Task* other : tasks.all())
    if (has_weights(*other)) able.push_back(other->schema().task);
  throw Error(ErrorKind::config,
              fmt::format("keep_weights = true: task {} trains no weights, leave it out; these do: {}",
                          task.schema().task, fmt::join(able, ", ")));
}

/// Limits over all grids: points examined, and experiments kept. An experiment takes half a kilobyte until it is done.
constexpr double max_points = 1e7;
constexpr std::size_t max_experiments = 1'000'000;

std::string quoted(const std::string& text) {
  return fmt::format("\"{}\": ", text);
}

std::string about(const Formula& rule) {
  return rule.place.line == 0 ? quoted(rule.text) : rule.name + " " + quoted(rule.text);
}

/// Rules of one grid, `where` or --only.
class Filter {
 public:
  Filter(const Schema& schema, const Grid& grid) {
    for (const auto& rule : grid.where)
      located(rule.place, about(rule), [&] { add(rule, Expression(schema, rule.text)); });
  }
  Filter(const Schema& schema, const std::vector<std::string>& only, const std::vector<const Schema*>& all) {
    for (const auto& text : only) {
      const Formula rule{"only", text, {"--only"}};
      located(rule.place, about(rule), [&] {
        if (Expression::unknown_names(schema, text).empty()) add(rule, Expression(schema, text, all));
        else add(rule, std::nullopt);
      });
    }
  }

  bool passes(const Config& config) {
    for (auto& r : rules_)
      if (!r.expression || !located(r.dropped.rule.place, r.about, [&] { return r.expression->holds(config); })) {
        ++r.dropped.points;
        return false;
      }
    return true;
  }

  void report(std::vector<Dropped>& all) const {
    for (const auto& r : rules_)
      if (r.dropped.points > 0) all.push_back(r.dropped);
  }

 private:
  struct Rule {
    Dropped dropped;
    std::string about;                     // beginning of its messages
    std::optional<Expression> expression;  // nothing if the task lacks one of its parameters
  };
  void add(const Formula& rule, std::optional<Expression> expression) {
    rules_.push_back({{rule, 0}, icsweep::about(rule), std::move(expression)});
  }
  std::vector<Rule> rules_;
};

/// Refuses a name in --only that no task has. The error comes from the task that has most of the names.
void check_only(const std::vector<const Schema*>& all, const std::string& text) {
  const Schema* best = nullptr;
  std::size_t least = 0;
  located({"--only"}, quoted(text), [&] {
    for (const Schema* schema : all) {
      const std::size_t unknown = Expression::unknown_names(*schema, text).size();
      if (!best || unknown < least) best = schema, least = unknown;
    }
    return Expression(*best, text, all);
  });
}

/// Finds the parameters of a task that differ between its experiments.
class Varying {
 public:
  void look_at(const Config& config) {
    const bool first = values_.empty();
    const auto look = [&](std::size_t place, const Value& value) {
      if (!values_[place].varies) values_[place].varies = value != values_[place].first;
    };
    std::size_t i = 0;
    if (config.is_sibling(last_)) {
      last_.for_each_own([&](std::size_t place, const Value&) { look(place, config.at_place(place)); });
      config.for_each_own(look);
    } else {
      config.for_each([&](const std::string& name, const Value& value) {
        if (first) values_.push_back({name, value});
        look(i++, value);
      });
    }
    last_ = config;
  }

  /// In the order of the schema.
  std::vector<std::string> names(const Schema& schema) const {
    std::vector<std::string> names;
    for (const auto& p : schema.parameters)
      for (const auto& v : values_)
        if (v.varies && v.name == p.name) names.push_back(p.name);
    return names;
  }

 private:
  struct Seen {
    std::string name;
    Value first;
    bool varies = false;
  };
  std::vector<Seen> values_;
  Config last_;
};

/// Refuses a condition that holds at none of the points that were visited. A sample may have missed the points at which
/// it holds, so a larger one is looked at too. A scale or the command line may leave a condition without points.
void expect_conditions_hold(const TaskRegistry& tasks, const Grid& grid, const Points& points) {
  constexpr std::int64_t in_larger_sample = 1000;
  const Formula* never = points.never_held();
  if (!never || grid.is_changed || grid.from_store) return;
  if (grid.sample && grid.sample->count < in_larger_sample) {
    Grid larger = grid;
    larger.sample->count = in_larger_sample;
    larger.is_changed = true;
    Points more(tasks, larger);
    if (more.count() > max_points) return;
    more.for_each([](const Config&) {});
    if (!more.never_held()) return;
  }
  throw sweep_error(never->place,
                    fmt::format("when of {}: \"{}\" holds at no point of this grid, correct it or take {} "
                                "out",
                                never->name, never->text, never->name));
}

/// Checks rules between parameters. Skips tasks that may open files named by parameters if the sweep comes from a
/// store.
void validate(const Grid& grid, const Task& task, const Config& config) {
  if (grid.from_store && std::ranges::any_of(task.schema().parameters, may_name_file)) return;
  located(grid.place, "", [&] { task.validate(config); });
}

void note_varying(std::vector<Experiment>& experiments) {
  std::map<const Task*, Varying> varying;
  for (const auto& e : experiments) varying[e.task].look_at(e.config);
  std::map<const Task*, Shared<std::vector<std::string>>> names;
  for (const auto& [task, of_task] : varying) names[task] = of_task.names(task->schema());
  for (auto& e : experiments) e.varying = names[e.task];
}

}  // namespace

std::string Experiment::label() const {
  std::string label;
  for (const auto& name : *varying) {
    if (type_of(config.at(name)) == ValueType::absent) continue;
    if (!label.empty()) label += ' ';
    label += name + '=' + printable(to_text(config.at(name)));
  }
  return label;
}

std::vector<Experiment> experiments_of(const TaskRegistry& tasks, const Grid& grid) {
  Points points(tasks, grid);
  const Schema& schema = points.task().schema();
  Filter where(schema, grid);
  std::vector<Experiment> all;
  const bool has_conditions = std::ranges::any_of(grid.axes, [](const Axis& axis) { return !axis.when.empty(); });
  std::set<std::string> known;  // identities, which can be equal if there are conditions
  points.for_each([&](const Config& config) {
    if (!where.passes(config)) return;
    validate(grid, points.task(), config);
    std::string id = identity(schema, config);
    if (!has_conditions || known.insert(id).second)
      all.push_back({&points.task(), config, std::move(id), grid.settings});
  });
  return all;
}

Expansion expand(const TaskRegistry& tasks, const Sweep& sweep, const std::vector<std::string>& only, Unasked unasked) {
  check_scales(tasks, sweep);
  const auto schemas = schemas_of(tasks, sweep);
  for (const auto& rule : only) check_only(schemas, rule);
  Expansion result;
  std::vector<Experiment>& all = result.experiments;
  IdentityMap<std::uint32_t> known;  // places in `all`
  double looked_at = 0;
  for (const auto& grid : sweep.grids) {
    Points points(tasks, grid);
    const Schema& schema = points.task().schema();
    looked_at += points.count();
    if (looked_at > max_points)
      throw sweep_error(grid.place, fmt::format("the sweep has {:.3g} points up to here, more than {:.0e}; split it",
                                                looked_at, max_points));
    if (grid.settings.keep_weights) located(grid.place, "", [&] { require_weights(tasks, points.task()); });
    Filter where(schema, grid), asking(schema, only, schemas);
    for (const auto& name : points.left_out()) result.defaulted[schema.task].insert(name);
    if (all.empty()) {
      all.reserve(std::size_t(std::min(points.count(), double(max_experiments))));
      known.reserve(all.capacity());
    }
    IdentityText text(schema);
    Repetitions repetitions;
    const Shared<Settings> shared = grid.settings;
    points.for_each([&](const Config& config) {
      if (!where.passes(config)) return;
      const bool asked = asking.passes(config);
      if (!asked && unasked == Unasked::dropped) return;
      if (!repetitions.has_same_setting(points.task(), config)) validate(grid, points.task(), config);
      const Identity id = text.identity(config);
      const auto [same, fresh] = known.try_emplace(id, std::uint32_t(all.size()));
      if (!fresh) {
        Settings& settings = all[*same].settings.change();
        settings.keep_weights |= grid.settings.keep_weights;
        settings.resources = larger(settings.resources, grid.settings.resources);
        ++result.repeated;
        return;
      }
      all.push_back({&points.task(), config, id, shared, asked});
      result.asked += asked;
      if (all.size() > max_experiments)
        throw sweep_error(grid.place,
                          fmt::format("more than {} experiments are left; split the sweep", max_experiments));
    });
    expect_conditions_hold(tasks, grid, points);
    where.report(result.dropped);
    asking.report(result.dropped);
  }
  if (result.asked == 0)
    throw Error(ErrorKind::config, fmt::format("{}: none of its {:.6g} points satisfies {} \"{}\"", sweep.path,
                                               looked_at, result.dropped.back().rule.place.line ? "where" : "--only",
                                               result.dropped.back().rule.text));
  note_varying(result.experiments);
  return result;
}

}  // namespace icsweep
