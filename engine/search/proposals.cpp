#include "engine/search/proposals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "engine/search/drawn_points.hpp"
#include "engine/search/search.hpp"
#include "engine/search/tpe.hpp"
#include "engine/sweep/draws.hpp"
#include "engine/sweep/points.hpp"

namespace icsweep {
namespace {

/// The measured time of an experiment, which every store has.
constexpr const char* measured_time = "seconds";

void expect_metric(const Schema& schema, const SearchTable::Key& metric) {
  const Output* output = schema.find_output(metric.name);
  if (output ? output->dimensions.empty() || is_training_curve(*output) : metric.name == measured_time) return;
  std::vector<std::string> known{measured_time};
  for (const auto& o : schema.outputs)
    if (o.dimensions.empty() || is_training_curve(o)) known.push_back(o.name);
  throw sweep_error(metric.place,
                    fmt::format("metric \"{}\": {} {}; a draw is judged by one of {}", metric.name, schema.task,
                                output                     ? "has it as an array"
                                : schema.find(metric.name) ? "has it as a parameter"
                                                           : "has no such result",
                                fmt::join(known, ", ")));
}

constexpr std::int64_t first_with_types = 3;  // version whose choices have the type of their parameter

/// The axis with its choices as the estimator of this version knows them.
Axis known_axis(const Schema& schema, const Axis& axis, bool closed, std::int64_t version) {
  Axis known = check_axis(schema, axis, closed);
  if (version < first_with_types) known.draw->values = axis.draw->values;
  return known;
}

/// The draws of one grid: those of its sample, and those that were proposed.
class GridDraws {
 public:
  /// known: draws of another store.
  GridDraws(const TaskRegistry& tasks, const RoundsTable& table, const Grid& grid, const std::vector<KnownDraw>& known,
            const EndedExperiments& ended)
      : table_(table), grid_(grid), ended_(ended) {
    const Schema& schema = task_of(tasks, grid).schema();
    for (const auto& metric : table.metrics) expect_metric(schema, metric);
    for (const auto& axis : grid.axes)
      if (axis.draw) drawn_.push_back(known_axis(schema, axis, grid.from_store, table.version));
    if (drawn_.empty())
      throw sweep_error(table.place,
                        fmt::format("tpe proposes draws, and the grid of {} at line {} has none: give a parameter {}",
                                    schema.task, grid.place.line, draw_laws_text()));
    if (!grid.sample) Points(tasks, grid);  // throws
    points_.emplace(tasks, grid);
    draw_values(drawn_, schema, *grid.sample);
    for (const auto& draw : known) known_.push_back({draw.values, losses(draw.metrics, 1)});
    judge();
  }

  std::int64_t count() const { return std::int64_t(drawn_[0].values.size()); }
  bool have_ended() const { return have_ended_; }
  const std::vector<Axis>& drawn() const { return drawn_; }

  std::vector<std::vector<Value>> propose(std::int64_t draws) const {
    std::vector<JudgedDraw> all_known = known_;
    all_known.insert(all_known.end(), judged_.begin(), judged_.end());
    Tpe tpe(drawn_, grid_.sample->seed, std::move(all_known), table_.version);
    std::vector<std::vector<Value>> all;
    for (std::int64_t i = 0; i < draws; ++i) {
      const auto allowed = [&](const auto& v) { return points_->is_allowed(v); };
      const auto has = [&](const auto& v) { return points_->active(v); };
      auto values = tpe.propose(count() + i, allowed, points_->has_conditions() ? has : Tpe::Active());
      if (values.empty()) break;
      all.push_back(std::move(values));
    }
    return all;
  }

  GridRounds standing(std::int64_t round) const {
    GridRounds at{grid_.task, round, have_ended_};
    std::vector<Losses> losses;
    for (const auto& draw : judged_) losses.push_back(draw.losses);
    for (const std::size_t i : front_of(losses)) {
      if (!std::isfinite(losses[i][0])) continue;
      GridRounds::Best best{losses[i], named(judged_[i].values)};
      for (std::size_t m = 0; m < best.metrics.size(); ++m)
        if (table_.metrics[m].largest) best.metrics[m] = -best.metrics[m];
      at.best.push_back(std::move(best));
    }
    return at;
  }

  Values named(const std::vector<Value>& values) const {
    Values all;
    for (std::size_t a = 0; a < values.size(); ++a)
      if (type_of(values[a]) != ValueType::absent) all[drawn_[a].name] = values[a];
    return all;
  }

  void append(const std::vector<std::vector<Value>>& draws) {
    for (const auto& values : draws)
      for (std::size_t a = 0; a < drawn_.size(); ++a) drawn_[a].values.push_back(values[a]);
    judge();
  }

 private:
  /// Judges the draws that came since.
  void judge() {
    for (; looked_at_ < std::size_t(count()); ++looked_at_) {
      std::vector<Value> values;
      for (const auto& axis : drawn_) values.push_back(axis.values[looked_at_]);
      const auto experiments = points_->experiments(values);
      bool ended = true;
      std::vector<double> sums(table_.metrics.size(), 0);
      for (const auto& e : experiments) {
        const auto found = ended_.find(e.identity);
        if (found == ended_.end()) ended = false;
        else
          for (std::size_t m = 0; m < sums.size(); ++m) sums[m] += found->second[m];
      }
      have_ended_ &= ended;
      if (!ended || experiments.empty()) continue;
      const std::vector<bool> has = points_->active(values);
      for (std::size_t a = 0; a < values.size(); ++a)
        if (!has[a]) values[a] = Absent{};
      judged_.push_back({values, losses(std::move(sums), experiments.size())});
    }
  }

  /// All infinite if a mean is not finite.
  Losses losses(std::vector<double> sums, std::size_t experiments) const {
    for (std::size_t m = 0; m < sums.size(); ++m) {
      sums[m] /= table_.metrics[m].largest ? -double(experiments) : double(experiments);
      if (!std::isfinite(sums[m])) return Losses(sums.size(), std::numeric_limits<double>::infinity());
    }
    return sums;
  }

  const RoundsTable& table_;
  const Grid& grid_;
  const EndedExperiments& ended_;
  std::vector<Axis> drawn_;            // with all their values
  std::optional<DrawnPoints> points_;  // once the grid has been checked
  std::vector<JudgedDraw> known_, judged_;
  std::size_t looked_at_ = 0;
  bool have_ended_ = true;
};

/// Draws of another store for grid g.
const std::vector<KnownDraw>& known_of(const RoundsTable& table, std::size_t g) {
  static const std::vector<KnownDraw> none;
  return g < table.known.size() ? table.known[g] : none;
}

}  // namespace

void expect_rounds(const TaskRegistry& tasks, const Sweep& sweep) {
  with_proposals(tasks, sweep, {});
}

bool propose_alike(const TaskRegistry& tasks, const Sweep& sweep, std::int64_t version, std::int64_t other) {
  if (version == other) return true;
  const auto [earlier, later] = std::minmax(version, other);
  if (earlier == 1) return false;
  const bool narrows = earlier < first_narrow && later >= first_narrow && sweep.rounds->metrics.size() == 1,
             types = earlier < first_with_types;
  return std::ranges::none_of(sweep.grids, [&](const Grid& grid) {
    const auto is_number = [](const Axis& axis) { return axis.draw && axis.draw->law != Draw::Law::choice; };
    const auto changes_type = [&](const Axis& axis) {
      return axis.draw &&
             check_axis(task_of(tasks, grid).schema(), axis, grid.from_store).draw->values != axis.draw->values;
    };
    const auto drawn = std::ranges::count_if(grid.axes, [](const Axis& axis) { return axis.draw.has_value(); });
    return (narrows && drawn < std::ptrdiff_t(many_axes) && std::ranges::any_of(grid.axes, is_number)) ||
           (types && std::ranges::any_of(grid.axes, changes_type));
  });
}

GrownSweep with_proposals(const TaskRegistry& tasks, Sweep sweep, const EndedExperiments& ended) {
  GrownSweep grown{std::move(sweep)};
  if (!grown.sweep.rounds) return grown;
  const RoundsTable& table = *grown.sweep.rounds;
  grown.rounds = table.rounds;
  std::int64_t so_far = 0, to_come = 0;
  for (std::size_t g = 0; g < grown.sweep.grids.size(); ++g) {
    Grid& grid = grown.sweep.grids[g];
    GridDraws draws(tasks, table, grid, known_of(table, g), ended);
    std::int64_t round = 0;
    for (; round < table.rounds && draws.have_ended(); ++round) draws.append(draws.propose(table.per_round));
    grown.rounds = std::min(grown.rounds, round);
    so_far += draws.count(), to_come += (table.rounds - round) * table.per_round;
    grown.grids.push_back(draws.standing(round));
    for (const auto& drawn : draws.drawn())
      for (auto& axis : grid.axes)
        if (axis.name == drawn.name)
          axis.proposed.assign(drawn.values.begin() + grid.sample->count, drawn.values.end());
  }
  grown.has_more = grown.rounds < table.rounds;
  if (so_far > 0) grown.growth += double(to_come) / double(so_far);
  return grown;
}

std::vector<Proposal> next_proposals(const TaskRegistry& tasks, const Sweep& grown, const EndedExperiments& ended,
                                     std::int64_t count) {
  std::vector<Proposal> all;
  for (std::size_t g = 0; g < grown.grids.size(); ++g) {
    const Grid& grid = grown.grids[g];
    const GridDraws draws(tasks, *grown.rounds, grid, known_of(*grown.rounds, g), ended);
    std::int64_t draw = draws.count();
    for (const auto& values : draws.propose(count)) all.push_back({&grid, draw++, draws.named(values)});
  }
  return all;
}

Sweep with_random_rounds(Sweep sweep) {
  if (sweep.rounds)
    for (auto& grid : sweep.grids)
      if (grid.sample) grid.sample->count += sweep.rounds->rounds * sweep.rounds->per_round;
  return sweep;
}

}  // namespace icsweep
