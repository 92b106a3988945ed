#include "engine/ledger/started_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "engine/ledger/ended_experiments.hpp"
#include "engine/ledger/row_check.hpp"
#include "engine/ledger/stored_sweep.hpp"
#include "engine/search/drawn_points.hpp"
#include "engine/sweep/draws.hpp"
#include "engine/sweep/points.hpp"
#include "io/base/phrases.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/store/parameter_cell.hpp"

namespace icsweep {
namespace {

constexpr std::size_t most_draws = 10'000;

/// Experiments of the other store, over all grids.
struct Taken {
  std::size_t draws = 0, experiments = 0, outside = 0, lacking = 0, against_where = 0;
};

std::vector<const Axis*> drawn_axes(const Grid& grid) {
  std::vector<const Axis*> drawn;
  for (const auto& axis : grid.axes)
    if (axis.draw) drawn.push_back(&axis);
  return drawn;
}

/// The value of a parameter's cell; absent for a cell of another type or that is not there.
Value value_of(const Row& cells, const Parameter& parameter) {
  const auto found = cells.find(parameter.name);
  if (found == cells.end()) return Absent{};
  const Cell& cell = found->second;
  const bool widens = parameter.type() == ValueType::real && std::holds_alternative<std::int64_t>(cell);
  if (!widens && cell.index() != std::size_t(kind_of(parameter.type()))) return Absent{};
  return parameter_value(cell, widens ? ValueType::integer : parameter.type(), true);
}

/// The draws that a grid may start from.
class Fitting {
 public:
  enum class Fit { fits, lacking, outside, against_where };

  Fitting(const TaskRegistry& tasks, const Grid& grid)
      : schema_(task_of(tasks, grid).schema()), drawn_(drawn_axes(grid)), points_(tasks, grid) {}

  /// Gives the values the types of their parameters, and takes out those whose condition fails.
  Fit fit(std::vector<Value>& values) const {
    for (std::size_t a = 0; a < drawn_.size(); ++a) {
      const Parameter& parameter = *schema_.find(drawn_[a]->name);
      try {
        values[a] = checked(parameter, values[a]);
      } catch (const Error&) {  // a value that the parameter cannot have
        return Fit::outside;
      }
    }
    const std::vector<bool> has = points_.active(values);
    for (std::size_t a = 0; a < drawn_.size(); ++a) {
      if (!has[a]) values[a] = Absent{};
      else if (type_of(values[a]) == ValueType::absent) return Fit::lacking;
      else if (!can_draw(choices_of(*drawn_[a]), values[a])) return Fit::outside;
    }
    return points_.is_allowed(values) ? Fit::fits : Fit::against_where;
  }

 private:
  /// The draw with its choices in the type of the parameter.
  Draw choices_of(const Axis& axis) const {
    Draw draw = *axis.draw;
    if (draw.law == Draw::Law::choice)
      for (Value& value : draw.values) value = checked(*schema_.find(axis.name), value);
    return draw;
  }

  const Schema& schema_;
  std::vector<const Axis*> drawn_;
  DrawnPoints points_;
};

/// Draws of one grid, in the order in which the other store has their first experiment.
class StartOfGrid {
 public:
  StartOfGrid(const TaskRegistry& tasks, const RoundsTable& rounds, const Grid& grid)
      : rounds_(rounds), schema_(task_of(tasks, grid).schema()), drawn_(drawn_axes(grid)), fitting_(tasks, grid) {}

  void add(const CheckedRow& row, Taken& taken) {
    if (!row.entry.planned || row.entry.soundness != Soundness::sound || !has_result(row.entry)) return;
    std::vector<Value> values;
    for (const Axis* axis : drawn_) values.push_back(value_of(row.cells(), *schema_.find(axis->name)));
    switch (fitting_.fit(values)) {
      case Fitting::Fit::lacking:
        return void(++taken.lacking);
      case Fitting::Fit::outside:
        return void(++taken.outside);
      case Fitting::Fit::against_where:
        return void(++taken.against_where);
      case Fitting::Fit::fits:
        ++taken.experiments;
    }
    const auto [place, is_new] = places_.try_emplace(values, draws_.size());
    if (is_new) draws_.push_back({values, std::vector<double>(rounds_.metrics.size(), 0)}), counts_.push_back(0);
    const auto metrics = metrics_of(row, rounds_);
    for (std::size_t m = 0; m < metrics.size(); ++m) draws_[place->second].metrics[m] += metrics[m];
    ++counts_[place->second];
  }

  std::vector<KnownDraw> draws() const {
    std::vector<KnownDraw> means = draws_;
    for (std::size_t i = 0; i < means.size(); ++i)
      for (double& metric : means[i].metrics) metric /= double(counts_[i]);
    return means;
  }

 private:
  const RoundsTable& rounds_;
  const Schema& schema_;
  std::vector<const Axis*> drawn_;
  Fitting fitting_;
  std::vector<KnownDraw> draws_;  // with sums
  std::vector<std::size_t> counts_;
  std::map<std::vector<Value>, std::size_t> places_;
};

std::vector<std::string> drawn_names(const Grid& grid) {
  std::vector<std::string> names;
  for (const Axis* axis : drawn_axes(grid)) names.push_back(axis->name);
  return names;
}

/// The draws that a store's own sweep has copied from the same path, into grids of the same drawn parameters.
bool take_recorded(const TaskRegistry& tasks, Sweep& sweep, const std::string& store) try {
  if (store.empty() || !std::filesystem::exists(store)) return false;
  const auto recorded = stored_sweep(tasks, StoreReader(store).header()).sweep;
  if (!recorded || !recorded->sweep().rounds) return false;
  const Sweep& before = recorded->sweep();
  const auto& start = before.rounds->start_from;
  if (!start || start->name != sweep.rounds->start_from->name || before.rounds->known.size() != sweep.grids.size())
    return false;
  for (std::size_t g = 0; g < sweep.grids.size(); ++g)
    if (before.grids[g].task != sweep.grids[g].task || drawn_names(before.grids[g]) != drawn_names(sweep.grids[g]))
      return false;
  sweep.rounds->known = before.rounds->known;
  for (std::size_t g = 0; g < sweep.grids.size(); ++g) {
    const Fitting fitting(tasks, sweep.grids[g]);
    std::erase_if(sweep.rounds->known[g], [&](KnownDraw& known) {  // the sweep may draw from less than before
      return fitting.fit(known.values) != Fitting::Fit::fits;
    });
  }
  return true;
} catch (const Error&) {  // the text is of another version of the program
  return false;
}

const StoredTable& table_for(const StoreReader& other, const SearchTable::Key& start, const RoundsTable& rounds,
                             const std::string& task) {
  std::vector<std::string> known;
  for (const auto& table : other.tables()) known.push_back(table.table().task);
  const StoredTable* table = other.find(task);
  if (!table)
    throw sweep_error(start.place, fmt::format("start_from: {} has no task {}, but {}", start.name, task,
                                               known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
  for (const auto& metric : rounds.metrics)
    if (!table->table().find(metric.name))
      throw sweep_error(start.place, fmt::format("start_from: {} has no {} of {}", start.name, metric.name, task));
  return *table;
}

std::string left_out_text(const Taken& taken) {
  std::string text;
  if (taken.outside > 0) text += fmt::format("{} outside the drawn values", taken.outside);
  if (taken.lacking > 0)
    text += fmt::format("{}{} without all drawn parameters", text.empty() ? "" : ", ", taken.lacking);
  if (taken.against_where > 0)
    text += fmt::format("{}{} that `where` or the task refuses", text.empty() ? "" : ", ", taken.against_where);
  return text;
}

void read_start(const TaskRegistry& tasks, Sweep& sweep, const StoreReader& other, Taken& all) {
  RoundsTable& rounds = *sweep.rounds;
  const SearchTable::Key& start = *rounds.start_from;
  for (const Grid& grid : sweep.grids) {
    const Schema& schema = task_of(tasks, grid).schema();
    StartOfGrid draws(tasks, rounds, grid);
    const StoredTable& table = table_for(other, start, rounds, schema.task);
    Taken taken;
    check_rows(table, task_of(tasks, table.table()), [&](const CheckedRow& row) { draws.add(row, taken); });
    rounds.known.push_back(draws.draws());
    taken.draws = rounds.known.back().size();
    if (taken.draws == 0)
      throw sweep_error(
          start.place,
          fmt::format("start_from: no experiment of {} fits the grid of {} at line {}: {}", start.name, schema.task,
                      grid.place.line, left_out_text(taken).empty() ? "none has ended" : left_out_text(taken)));
    if (taken.draws > most_draws)
      throw sweep_error(start.place, fmt::format("start_from: {} has {} draws, and a search starts from at most {}",
                                                 start.name, taken.draws, most_draws));
    all.draws += taken.draws, all.experiments += taken.experiments;
    all.outside += taken.outside, all.lacking += taken.lacking, all.against_where += taken.against_where;
  }
}

}  // namespace

StartedSweep with_start(ResolvedSweep resolved, const std::string& store) {
  if (!resolved.sweep().rounds || !resolved.sweep().rounds->start_from) return {std::move(resolved)};
  Sweep sweep = resolved.sweep();
  const SearchTable::Key& start = *sweep.rounds->start_from;
  std::string news;
  if (!take_recorded(resolved.tasks(), sweep, store)) {
    Taken taken;
    const auto other = located(start.place, "start_from: ", [&] { return std::make_unique<StoreReader>(start.name); });
    read_start(resolved.tasks(), sweep, *other, taken);
    news = fmt::format("starts from {} of {} in {}", counted(taken.draws, "draw"),
                       counted(taken.experiments, "experiment"), start.name);
    if (const std::string left_out = left_out_text(taken); !left_out.empty()) news += "; left out: " + left_out;
  }
  return {ResolvedSweep(std::move(sweep), resolved.tasks(), resolved.only(), resolved.label()), news};
}

}  // namespace icsweep
