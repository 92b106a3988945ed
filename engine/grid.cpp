#include "engine/grid.hpp"

#include <fmt/format.h>

#include <optional>
#include <unordered_map>

#include "engine/keep_weights.hpp"
#include "engine/overrides.hpp"
#include "engine/points.hpp"

namespace icsweep {
namespace {

/// Of all grids: points that are looked at, and experiments that are left. An experiment takes some kilobytes until it
/// is done.
constexpr double most_points = 1e7;
constexpr std::size_t most_experiments = 1'000'000;

std::string quoted(const std::string& text) {
  return fmt::format("\"{}\": ", text);
}

std::string about(const Formula& rule) {
  return rule.place.line == 0 ? quoted(rule.text) : rule.name + " " + quoted(rule.text);
}

/// The rules of one grid.
class Filter {
 public:
  Filter(const Schema& schema, const Grid& grid, const std::vector<std::string>& only,
         const std::vector<const Schema*>& all) {
    for (const auto& rule : grid.where)
      located(rule.place, about(rule), [&] { add(rule, Expression(schema, rule.text)); });
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
    std::string about;                     // what messages begin with
    std::optional<Expression> expression;  // nothing: the task has not all its parameters
  };
  void add(const Formula& rule, std::optional<Expression> expression) {
    rules_.push_back({{rule, 0}, icsweep::about(rule), std::move(expression)});
  }
  std::vector<Rule> rules_;
};

/// A name in --only that no task knows is a mistake: the task that knows most of them says it.
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

void label(std::vector<Experiment>& experiments) {
  std::map<const Task*, std::map<std::string, std::set<Value>>> seen;
  for (const auto& e : experiments) {
    auto& of_task = seen[e.task];
    for (const auto& [name, value] : e.config.values())
      if (auto& values = of_task[name]; values.size() < 2) values.insert(value);
  }
  for (auto& e : experiments) {
    const auto& of_task = seen[e.task];
    for (const auto& p : e.task->schema().parameters)
      if (of_task.at(p.name).size() > 1) {
        if (!e.label.empty()) e.label += ' ';
        e.label += p.name + '=' + to_text(e.config.at(p.name));
      }
  }
}

}  // namespace

Expansion expand(const Sweep& sweep, const std::vector<std::string>& only) {
  check_scales(sweep);
  const auto schemas = schemas_of(sweep);
  for (const auto& rule : only) check_only(schemas, rule);
  Expansion result;
  std::unordered_map<std::string, std::size_t> known;  // identity, number of the experiment
  double looked_at = 0;
  for (const auto& grid : sweep.grids) {
    Points points(grid);
    const Schema& schema = points.task().schema();
    looked_at += points.count();
    if (looked_at > most_points)
      throw sweep_error(grid.place, fmt::format("the sweep has {:.3g} points up to here, more than {:.0e}; split it",
                                                looked_at, most_points));
    if (grid.settings.keep_weights) located(grid.place, "", [&] { require_weights(points.task()); });
    Filter filter(schema, grid, only, schemas);
    for (const auto& name : points.left_out()) result.standard[schema.task].insert(name);
    points.for_each([&](const Config& config) {
      if (!filter.passes(config)) return;
      located(grid.place, "", [&] { points.task().validate(config); });
      std::string id = identity(schema, config);
      const auto [at, fresh] = known.emplace(id, result.experiments.size());
      if (!fresh) {
        result.experiments[at->second].settings.keep_weights |= grid.settings.keep_weights;
        ++result.repeated;
        return;
      }
      result.experiments.push_back({&points.task(), config, std::move(id), "", grid.settings});
      if (result.experiments.size() > most_experiments)
        throw sweep_error(grid.place,
                          fmt::format("more than {} experiments are left; split the sweep", most_experiments));
    });
    filter.report(result.dropped);
  }
  if (result.experiments.empty())
    throw Error(ErrorKind::config, fmt::format("{}: of {:.6g} points none satisfies {} \"{}\"", sweep.path, looked_at,
                                               result.dropped.back().rule.name, result.dropped.back().rule.text));
  label(result.experiments);
  return result;
}

}  // namespace icsweep
